// The page's side of the worker: starts it on the first request, sends requests, hands replies on, ends it.
import { explainBreakdown, explainStart, type Explanation } from "./failures";
import { parseReply } from "./parse";
import type { DoneReply, PythonRequest, Reply, Request, RuntimeUrls, WithoutId } from "./protocol";

export type KernelState = "off" | "loading" | "ready" | "busy" | "failed";
/** How a request ended; "stopped" is the reader's doing. */
export type Outcome = DoneReply["status"] | "stopped";
export type Answer = Exclude<Reply, DoneReply>;

interface Pending {
  onReply: (reply: Answer) => void;
  settle: (outcome: Outcome) => void;
}

/** So long may the start go without a sign of progress: some policies make it hang for ever. */
export const PATIENCE_MS = 60_000;

export class Kernel {
  /** Told of each new state. */
  onState: (state: KernelState) => void = () => undefined;
  /** How many workers there have been: what ran in an earlier one is lost. */
  generation = 0;

  private worker: Worker | undefined;
  private started: Promise<Outcome> | undefined;
  private ready = false;
  private failed = false;
  private lastId = 0;
  private readonly pending = new Map<number, Pending>();
  private watchdog: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly spawn: () => Worker,
    private readonly runtime: RuntimeUrls,
  ) {}

  get state(): KernelState {
    if (!this.worker) return this.failed ? "failed" : "off";
    if (!this.ready) return "loading";
    return this.pending.size > 0 ? "busy" : "ready";
  }

  /** Starts the worker if there is none; `onReply` gets the stages and the error of this start. */
  start(onReply: (reply: Answer) => void): Promise<Outcome> {
    if (this.started) return this.started;
    const started = this.launch(onReply);
    if (this.worker) this.started = started;
    return started;
  }

  /** Sends a request to the started worker. */
  ask(request: WithoutId<PythonRequest>, onReply: (reply: Answer) => void): Promise<Outcome> {
    return this.send(request, onReply);
  }

  /** Ends whatever runs, and with it everything that was defined. */
  stop(): void {
    this.discard("stopped");
  }

  private async launch(onReply: (reply: Answer) => void): Promise<Outcome> {
    this.failed = false;
    this.generation += 1;
    try {
      this.worker = this.listen(this.spawn());
    } catch (error) {
      onReply(errorReply(0, explainStart(error)));
      this.discard("fatal");
      return "fatal";
    }
    this.watch();
    const outcome = await this.send({ type: "start", runtime: this.runtime }, (reply) => {
      this.watch();
      onReply(reply);
    });
    if (outcome === "ok") {
      clearTimeout(this.watchdog);
      this.ready = true;
      this.announce();
    }
    return outcome;
  }

  private listen(worker: Worker): Worker {
    worker.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
      if (worker !== this.worker) return;
      try {
        this.receive(parseReply(data));
      } catch (error) {
        this.breakDown(error);
      }
    });
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      if (worker === this.worker) this.breakDown(event.message || "its program could not be fetched");
    });
    return worker;
  }

  private send(request: WithoutId<Request>, onReply: (reply: Answer) => void): Promise<Outcome> {
    this.lastId += 1;
    const id = this.lastId;
    return new Promise((settle) => {
      if (!this.worker) {
        settle("stopped");
        return;
      }
      this.pending.set(id, { onReply, settle });
      this.worker.postMessage({ ...request, id });
      this.announce();
    });
  }

  private receive(reply: Reply): void {
    const pending = this.pending.get(reply.id);
    if (reply.type !== "done") pending?.onReply(reply);
    else if (reply.status === "fatal") this.discard("fatal");
    else {
      this.pending.delete(reply.id);
      pending?.settle(reply.status);
      this.announce();
    }
  }

  private watch(): void {
    clearTimeout(this.watchdog);
    this.watchdog = setTimeout(() => {
      this.breakDown(`nothing happened for ${PATIENCE_MS / 1000} seconds`);
    }, PATIENCE_MS);
  }

  private breakDown(error: unknown): void {
    const explanation = this.ready ? explainBreakdown(error) : explainStart(error);
    for (const [id, { onReply }] of this.pending) onReply(errorReply(id, explanation));
    this.discard("fatal");
  }

  private discard(outcome: "fatal" | "stopped"): void {
    clearTimeout(this.watchdog);
    this.worker?.terminate();
    this.worker = undefined;
    this.started = undefined;
    this.ready = false;
    this.failed = outcome === "fatal";
    const abandoned = [...this.pending.values()];
    this.pending.clear();
    for (const { settle } of abandoned) settle(outcome);
    this.announce();
  }

  private announce(): void {
    this.onState(this.state);
  }
}

function errorReply(id: number, { name, message }: Explanation): Answer {
  return { type: "error", id, name, message, traceback: "", line: null };
}
