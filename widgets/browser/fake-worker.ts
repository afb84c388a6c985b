// For tests: a worker that answers what it is told to.
import type { Reply, Request, WithoutId } from "./protocol";

export class FakeWorker {
  readonly requests: Request[] = [];
  terminated = false;
  /** Called with each request. */
  onRequest: (request: Request) => void = () => undefined;
  private readonly events = new EventTarget();

  asWorker(): Worker {
    const { events } = this;
    return Object.assign(events, {
      postMessage: (request: Request) => {
        this.requests.push(request);
        this.onRequest(request);
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
