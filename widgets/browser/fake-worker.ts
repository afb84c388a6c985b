// For tests: a worker that answers what it is told to.
import { RUNTIME_PARTS, type Reply, type RuntimeUrls, type Signal, type ToWorker, type WithoutId } from "./protocol";

/** A runtime whose parts lie where their names say. */
export const RUNTIME = Object.fromEntries(RUNTIME_PARTS.map((part) => [part, part])) as RuntimeUrls;

export type FakeRequest = Exclude<ToWorker, Signal>;

export class FakeWorker {
  readonly requests: FakeRequest[] = [];
  readonly signals: Signal[] = [];
  terminated = false;
  /** Called with each signal. */
  onSignal: (signal: Signal) => void = () => undefined;
  /** Called with each request. */
  onRequest: (request: FakeRequest) => void = () => undefined;
  private readonly events = new EventTarget();

  asWorker(): Worker {
    const { events } = this;
    return Object.assign(events, {
      postMessage: (message: ToWorker) => {
        if (message.type === "answer" || message.type === "interrupt") {
          this.signals.push(message);
          this.onSignal(message);
        } else {
          this.requests.push(message);
          this.onRequest(message);
        }
      },
      terminate: () => {
        this.terminated = true;
      },
    }) as unknown as Worker;
  }

  /** Replies to the last request. */
  reply(reply: WithoutId<Reply>): void {
    this.send({ ...reply, id: this.requests.at(-1)?.id ?? 0 });
  }

  send(data: Reply): void {
    this.events.dispatchEvent(new MessageEvent("message", { data }));
  }

  breakDown(message: string): void {
    this.events.dispatchEvent(Object.assign(new Event("error"), { message }));
  }
}
