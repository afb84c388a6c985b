// The worker's side: takes requests in turn and answers each with replies and one `done`.
import { watchDownloads } from "./downloads";
import { explainBreakdown, explainStart, type Explanation } from "./failures";
import { workerHost } from "./host";
import { startInterpreter, type Interpreter } from "./interpreter";
import { parseRequest } from "./parse";
import type { Reply, Request, RuntimeUrls, StageReply } from "./protocol";
import { runtime } from "./runtime";
import { requireWebAssembly } from "./web-assembly";

let interpreter: Interpreter | undefined;
let turn = Promise.resolve();

self.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
  const request = parseRequest(data);
  turn = turn.then(() => answer(request));
});

async function answer(request: Request): Promise<void> {
  if (request.type === "start") return start(request.id, request.runtime);
  try {
    if (!interpreter) throw new Error("a request came before the start");
    await interpreter.handle(request, post);
  } catch (error) {
    fail(request.id, explainBreakdown(error));
  }
}

async function start(id: number, urls: RuntimeUrls): Promise<void> {
  const stage = (name: StageReply["stage"], loaded = 0, total = 0): void => {
    post({ type: "stage", id, stage: name, loaded, total });
  };
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
    const started = startInterpreter(urls, workerHost, () => {
      stage("course");
    });
    interpreter = await Promise.race([started, downloads.failed]);
    post({ type: "done", id, status: "ok" });
  } catch (error) {
    fail(id, explainStart(error));
  } finally {
    downloads.stop();
  }
}

function fail(id: number, { name, message }: Explanation): void {
  post({ type: "error", id, name, message, traceback: "", line: null });
  post({ type: "done", id, status: "fatal" });
}

function post(reply: Reply): void {
  self.postMessage(reply);
}
