// The messages between the page and the worker; widgets/kernel/protocol.py mirrors them.
// A request is answered by any number of replies with its id, the last of them `done`.

/** Where the parts of Python lie: absolute URLs, `core` a folder that ends in "/". */
export interface RuntimeUrls {
  core: string;
  stdlib: string;
  fullStdlib: string;
  lock: string;
  course: string;
}

/** A runnable block: its id, its code and, for a reference block, the module that the code belongs to. */
export interface Cell {
  cell: string;
  code: string;
  module: string | null;
}

export interface StartRequest {
  type: "start";
  id: number;
  runtime: RuntimeUrls;
}
/** Which of `cells`, those before `target`, does `target` need? */
export interface PlanRequest {
  type: "plan";
  id: number;
  page: string;
  cells: Cell[];
  target: string;
}
export interface RunRequest extends Cell {
  type: "run";
  id: number;
  page: string;
}
/** Drop a page's namespace. */
export interface ForgetRequest {
  type: "forget";
  id: number;
  page: string;
}
export type PythonRequest = PlanRequest | RunRequest | ForgetRequest;
export type Request = StartRequest | PythonRequest;

export type Stage = "fetch" | "start" | "course";
/** `loaded` and `total` are bytes of the stage "fetch", 0 where unknown. */
export interface StageReply {
  type: "stage";
  id: number;
  stage: Stage;
  loaded: number;
  total: number;
}
export interface PlanReply {
  type: "plan";
  id: number;
  cells: string[];
}
export interface TextReply {
  type: "text";
  id: number;
  stream: "stdout" | "stderr";
  text: string;
}
export interface ValueReply {
  type: "value";
  id: number;
  text: string;
}
/** Without `svg`: the figure stands here. Later once more with the same number and its drawing. */
export interface FigureReply {
  type: "figure";
  id: number;
  figure: number;
  svg: string | null;
}
export interface ErrorReply {
  type: "error";
  id: number;
  name: string;
  message: string;
  traceback: string;
  line: number | null;
}
export interface DoneReply {
  type: "done";
  id: number;
  status: "ok" | "error" | "fatal";
}
/** The replies that a reader sees as a cell's output. */
export type OutputReply = TextReply | ValueReply | FigureReply | ErrorReply;
export type Reply = StageReply | PlanReply | OutputReply | DoneReply;

/** A message before it is numbered. */
export type WithoutId<Message> = Message extends unknown ? Omit<Message, "id"> : never;

/** Ends a `switch` over a union: a member that has no case does not compile. */
export function assertNever(value: never): never {
  throw new Error(`unexpected ${JSON.stringify(value)}`);
}
