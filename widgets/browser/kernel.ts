// The page's side of Python: starts a worker on the first request, stops what it runs, replaces it.
import { Connection, errorReply, type OnReply, type Outcome } from "./connection";
import { explainStart } from "./failures";
import type { Part, PythonRequest, RuntimeUrls, WithoutId } from "./protocol";

export type KernelState = "off" | "loading" | "ready" | "busy" | "failed";

/** So long may a run go on after Stop: one long call into C reads no interrupt. Then it is ended with its worker. */
export const GRACE_MS = 1500;
/** So long after Stop the next worker begins to start, in case it is wanted. */
export const HEAD_START_MS = 400;

export class Kernel {
  /** Told of each new state. */
  onState: (state: KernelState) => void = () => undefined;
  /** How many workers there have been: what ran in an earlier one is lost. */
  generation = 0;

  /** Whether Python was there once: then what it needs has been fetched. */
  wasReady = false;

  private current: Connection | undefined;
  private spare: Connection | undefined;
  /** What Python is made of, by address, as workers have passed it on. */
  private readonly parts = new Map<string, Part>();
  private failed = false;
  private announced: KernelState = "off";
  private timers: ReturnType<typeof setTimeout>[] = [];

  constructor(
    private readonly spawn: () => Worker,
    private readonly runtime: RuntimeUrls,
    /** The name of a snapshot to begin with, if there is one. */
    private readonly snapshot: string | null = null,
  ) {}

  /** What Python is made of, for a worker that need not fetch it. */
  get knownParts(): Part[] {
    return [...this.parts.values()];
  }

  get state(): KernelState {
    if (!this.current) return this.failed ? "failed" : "off";
    if (!this.current.ready) return "loading";
    return this.current.busy ? "busy" : "ready";
  }

  /** Starts a worker if there is none; `onReply` gets the stages and the error of the start that is going on. */
  start(onReply: OnReply): Promise<Outcome> {
    if (!this.current) this.adopt(onReply);
    else this.current.onStart = onReply;
    return this.current?.started ?? Promise.resolve("fatal");
  }

  /** Sends a request to the started worker. */
  ask(request: WithoutId<PythonRequest>, onReply: OnReply): Promise<Outcome> {
    return this.current?.ask(request, onReply) ?? Promise.resolve("stopped");
  }

  /** The reader's answer to the question of the run `id`. */
  answer(id: number, text: string): void {
    this.current?.signal({ type: "answer", id, text });
  }

  /** Ends whatever runs: keeping all names if the code lets itself be interrupted, else with a new worker. */
  stop(): void {
    if (!this.current?.ready) this.current?.end("stopped");
    if (!this.current?.busy) return;
    this.current.interrupt();
    this.rest();
    this.timers = [
      setTimeout(() => (this.spare = this.open(() => undefined)), HEAD_START_MS),
      setTimeout(() => void this.restart(), GRACE_MS),
    ];
  }

  /** Ends the worker with all that was defined, and starts another at once. */
  restart(): Promise<Outcome> {
    const old = this.current;
    const spare = this.spare?.ended ? undefined : this.spare;
    this.spare = undefined;
    this.rest();
    this.adopt(() => undefined, spare);
    old?.end("replaced");
    return this.current?.started ?? Promise.resolve("fatal");
  }

  /** Ends everything, for good or until the next start. */
  close(): void {
    this.rest();
    this.current?.end("stopped");
  }

  private adopt(onReply: OnReply, opened = this.open(onReply)): void {
    this.current = opened;
    this.failed = !opened;
    if (opened) {
      this.generation += 1;
      opened.onChange = () => {
        this.changed(opened);
      };
    }
    this.announce();
  }

  private open(onReply: OnReply): Connection | undefined {
    try {
      const opened = new Connection(this.spawn, this.runtime, this.knownParts, this.snapshot);
      opened.onStart = onReply;
      return opened;
    } catch (error) {
      onReply(errorReply(0, explainStart(error)));
      return undefined;
    }
  }

  private changed(connection: Connection): void {
    if (connection !== this.current) return;
    if (!connection.busy) this.rest();
    if (connection.ready) this.keep(connection.parts);
    if (connection.ended) {
      this.current = undefined;
      this.failed = connection.ended === "fatal";
    }
    this.announce();
  }

  /** A good start: the next one needs to fetch nothing. */
  private keep(parts: Part[]): void {
    this.wasReady = true;
    for (const { url, content } of parts.splice(0)) this.parts.set(url, { url, content });
  }

  /** What Stop had in reserve is not wanted. */
  private rest(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers = [];
    this.spare?.end("stopped");
    this.spare = undefined;
  }

  private announce(): void {
    const { state } = this;
    if (state === this.announced) return;
    this.announced = state;
    this.onState(state);
  }
}
