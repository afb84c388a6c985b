// One worker and what it has been asked: sends requests, hands each its replies, ends them all when the worker ends.
import { explainBreakdown, explainStart, Stalled, type Explanation } from "./failures";
import { parseReply } from "./parse";
import type {
  DoneReply,
  ErrorReply,
  Part,
  PythonRequest,
  Reply,
  RuntimeUrls,
  Signal,
  StageReply,
  StartRequest,
  WithoutId,
} from "./protocol";
import { stageProgress, stageText } from "./wording";

/** How a request ended. Of the reader's doing are "stopped", which keeps all names, and "replaced", which does not. */
export type Outcome = DoneReply["status"] | "stopped" | "replaced";
export type Answer = Exclude<Reply, DoneReply>;
export type OnReply = (reply: Answer) => void;
type AnyRequest = WithoutId<PythonRequest | StartRequest>;

interface Pending {
  onReply: OnReply;
  settle: (outcome: Outcome) => void;
  /** The blob URL of a run, until it is revoked to interrupt it. */
  interrupt: string | null;
  /** Answered in passing: the editor's questions don't make Python busy. */
  minor: boolean;
}

const MINOR = new Set<string>(["complete", "help", "lint"]);
/** So long may the start go without a sign of progress: some policies make it hang for ever. */
export const PATIENCE_MS = 60_000;

export class Connection {
  /** Resolves when Python is there, or will not be. */
  readonly started: Promise<Outcome>;
  /** Gets the stages and the error of the start. */
  onStart: OnReply = () => undefined;
  /** Told when requests begin or end, and when the worker has come or gone. */
  onChange: () => void = () => undefined;
  ready = false;
  /** What this worker passes on to the next one. */
  readonly parts: Part[] = [];
  /** How the worker ended. */
  ended: Outcome | null = null;

  private readonly worker: Worker;
  private lastId = 0;
  private readonly pending = new Map<number, Pending>();
  private watchdog: ReturnType<typeof setTimeout> | undefined;
  /** How far the start has come. */
  private stage: StageReply | null = null;

  /** Throws if the browser makes no worker. */
  constructor(spawn: () => Worker, runtime: RuntimeUrls, parts: Part[], snapshot: string | null) {
    this.worker = spawn();
    this.listen();
    this.watch();
    this.started = this.start({ type: "start", runtime, parts, snapshot });
  }

  get busy(): boolean {
    return [...this.pending.values()].some(({ minor }) => !minor);
  }

  ask(request: WithoutId<PythonRequest>, onReply: OnReply): Promise<Outcome> {
    if (request.type !== "run") return this.send(request, onReply, null);
    return this.send(request, onReply, URL.createObjectURL(new Blob(["1"])));
  }

  /** Interrupts the run that goes on; what else is going on must end by itself. */
  interrupt(): void {
    for (const pending of this.pending.values()) release(pending);
    this.signal({ type: "interrupt" });
  }

  signal(signal: Signal): void {
    if (!this.ended) this.worker.postMessage(signal);
  }

  /** Ends the worker and with it all requests. */
  end(outcome: Outcome): void {
    if (this.ended) return;
    this.ended = outcome;
    this.ready = false;
    clearTimeout(this.watchdog);
    this.worker.terminate();
    const abandoned = [...this.pending.values()];
    this.pending.clear();
    for (const pending of abandoned) {
      release(pending);
      pending.settle(outcome);
    }
    this.onChange();
  }

  private async start(request: WithoutId<StartRequest>): Promise<Outcome> {
    const onReply: OnReply = (reply) => {
      this.watch();
      if (reply.type === "stage") this.stage = reply;
      if (reply.type === "part") this.parts.push(reply);
      else this.onStart(reply);
    };
    const outcome = await this.send(request, onReply, null);
    if (outcome !== "ok") return outcome;
    clearTimeout(this.watchdog);
    this.ready = true;
    this.onChange();
    return outcome;
  }

  private listen(): void {
    this.worker.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
      if (this.ended) return;
      try {
        this.receive(parseReply(data));
      } catch (error) {
        this.breakDown(error);
      }
    });
    this.worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.breakDown(event.message || "its program could not be fetched");
    });
  }

  private send(request: AnyRequest, onReply: OnReply, interrupt: string | null): Promise<Outcome> {
    this.lastId += 1;
    const id = this.lastId;
    return new Promise((settle) => {
      if (this.ended) {
        settle(this.ended);
        return;
      }
      this.pending.set(id, { onReply, settle, interrupt, minor: MINOR.has(request.type) });
      this.worker.postMessage({ ...request, id, ...(interrupt && { interrupt }) });
      this.onChange();
    });
  }

  private receive(reply: Reply): void {
    const pending = this.pending.get(reply.id);
    if (reply.type !== "done") pending?.onReply(reply);
    else if (reply.status === "fatal") this.end("fatal");
    else {
      this.pending.delete(reply.id);
      if (pending) release(pending);
      pending?.settle(reply.status);
      this.onChange();
    }
  }

  private watch(): void {
    clearTimeout(this.watchdog);
    this.watchdog = setTimeout(() => {
      const waitedFor = this.stage ? `${stageText(this.stage)}${stageProgress(this.stage)}` : "its program";
      this.breakDown(new Stalled(`${waitedFor}: nothing more came for ${PATIENCE_MS / 1000} seconds`));
    }, PATIENCE_MS);
  }

  private breakDown(error: unknown): void {
    if (this.ended) return;
    const explanation = this.ready ? explainBreakdown(error) : explainStart(error);
    for (const [id, { onReply }] of this.pending) onReply(errorReply(id, explanation));
    this.end("fatal");
  }
}

export function errorReply(id: number, { name, message }: Explanation): ErrorReply {
  return { type: "error", id, name, message, traceback: "", line: null, hint: null };
}

function release(pending: Pending): void {
  if (pending.interrupt) URL.revokeObjectURL(pending.interrupt);
  pending.interrupt = null;
}
