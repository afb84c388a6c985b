// The worker's side: takes requests in turn and answers each with replies and one `done`. Signals are taken at once,
// even while a run waits.
import { watchDownloads } from "./downloads";
import { explainBreakdown, explainStart, WORN_OUT, type Explanation } from "./failures";
import { workerHost } from "./host";
import { makeSnapshot, startInterpreter, type Interpreter } from "./interpreter";
import { InterruptPoll, urlIsThere } from "./interrupt-poll";
import { parseToWorker } from "./parse";
import type { Interruptible, PythonRequest, Reply, RunRequest, Signal, SnapshotRequest, StageReply, StartRequest, ToWorker } from "./protocol";
import { Waits } from "./run-host";
import { runtime } from "./runtime";
import { shareParts } from "./shared-parts";
import { dropSnapshot, keepSnapshot, loadSnapshot } from "./snapshot-store";
import { requireWebAssembly } from "./web-assembly";

/** What a run in progress can be reached by. */
interface Reach {
  poll: InterruptPoll;
  waits: Waits;
}

let interpreter: Interpreter | undefined;
let turn = Promise.resolve();
let reach: Reach | undefined;
/** The name of the snapshot that Python began with. */
let begunWith: string | null = null;

self.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
  const message = parseToWorker(data);
  if (message.type === "answer" || message.type === "interrupt") take(message);
  else turn = turn.then(() => answer(message));
});

// Python can call it, and a worker that closes itself leaves without a word.
self.close = () => {
  throw new Error("this worker is not the code's to close");
};

function take(signal: Signal): void {
  if (!reach) return; // the run has ended by itself
  const { poll, waits } = reach;
  if (signal.type === "answer" && signal.text !== null) waits.answer(signal.id, signal.text);
  else poll.settleBy(() => waits.interrupt() || (interpreter?.interrupt() ?? false));
}

async function answer(request: Exclude<ToWorker, Signal>): Promise<void> {
  if (request.type === "start") return start(request);
  if (request.type === "snapshot") return keep(request);
  try {
    if (!interpreter) throw new Error("a request came before the start");
    if (request.type === "run") await run(interpreter, request);
    else await interpreter.handle(request, post);
  } catch (error) {
    await dropBegun(); // perhaps it was at fault
    fail(request.id, explainBreakdown(error));
  }
}

async function dropBegun(): Promise<void> {
  if (begunWith !== null) await dropSnapshot(begunWith).catch(() => undefined);
  begunWith = null;
}

async function run(python: Interpreter, { interrupt, ...request }: RunRequest & Interruptible): Promise<void> {
  const waits = new Waits(post);
  const poll = new InterruptPoll(
    () => urlIsThere(interrupt),
    () => performance.now(),
  );
  let outOfMemory = false;
  const emit = (reply: Reply): void => {
    if (reply.type === "done") poll.end();
    if (reply.type === "error") outOfMemory ||= reply.name === "MemoryError";
    if (reply.type === "done" && outOfMemory && !python.isSound()) fail(reply.id, WORN_OUT);
    else post(reply);
  };
  reach = { poll, waits };
  python.setInterrupt(poll);
  try {
    await python.handle(request satisfies PythonRequest, emit, waits);
  } finally {
    python.setInterrupt(null);
    reach = undefined;
  }
}

async function keep({ id, runtime: urls, parts, snapshot }: SnapshotRequest): Promise<void> {
  const shared = shareParts(parts, () => undefined);
  try {
    await keepSnapshot(snapshot, await Promise.race([makeSnapshot(urls, workerHost), shared.failed]));
    post({ type: "done", id, status: "ok" });
  } catch {
    post({ type: "done", id, status: "error" }); // nobody has asked for it
  }
}

async function start({ id, runtime: urls, parts, snapshot }: StartRequest): Promise<void> {
  const stage = (name: StageReply["stage"], loaded = 0, total = 0): void => {
    post({ type: "stage", id, stage: name, loaded, total });
  };
  const shared = shareParts(parts, (part) => {
    post({ type: "part", id, ...part });
  });
  const downloads = watchDownloads(
    (loaded) => {
      stage("fetch", loaded, runtime.downloadBytes);
    },
    () => {
      stage("start");
    },
  );
  try {
    requireWebAssembly();
    shared.compileAhead(`${urls.core}pyodide.asm.wasm`);
    const onCourse = (): void => {
      stage("course");
    };
    const kept = snapshot === null ? null : await loadSnapshot(snapshot).catch(() => null);
    if (kept) begunWith = snapshot;
    const started = startInterpreter(urls, workerHost, onCourse, kept, () => void dropBegun());
    interpreter = await Promise.race([started, downloads.failed, shared.failed]);
    post({ type: "done", id, status: "ok" });
  } catch (error) {
    fail(id, explainStart(error));
  } finally {
    downloads.stop();
    shared.stop();
  }
}

function fail(id: number, { name, message }: Explanation): void {
  post({ type: "error", id, name, message, traceback: "", line: null, hint: null });
  post({ type: "done", id, status: "fatal" });
}

function post(reply: Reply): void {
  self.postMessage(reply);
}
