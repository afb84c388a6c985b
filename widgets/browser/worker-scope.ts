// What the offline worker uses of its global scope; the library for documents does not declare it.

export interface WindowClient {
  readonly id: string;
  readonly url: string;
  navigate(url: string): Promise<unknown>;
}

export interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void;
}

export interface FetchEvent extends Extendable {
  readonly request: Request;
  respondWith(response: Promise<Response> | Response): void;
}

export interface MessageEventOfClient extends Extendable {
  readonly data: unknown;
}

export interface WorkerScope {
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: "window"; includeUncontrolled?: boolean }): Promise<readonly WindowClient[]>;
  };
  readonly registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", listen: (event: Extendable) => void): void;
  addEventListener(type: "fetch", listen: (event: FetchEvent) => void): void;
  addEventListener(type: "message", listen: (event: MessageEventOfClient) => void): void;
}

export const scope = self as unknown as WorkerScope;
/** The worker lies at the site's root. */
export const root = new URL("./", location.href);
