// The messages between the page and the worker; widgets/kernel/protocol.py mirrors them.
// A request is answered by any number of replies with its id, the last of them `done`.

/** What Python is made of: `core` is Pyodide's folder, the others are files; the late ones are fetched if need be. */
export const RUNTIME_PARTS = [
  "core",
  "stdlib",
  "fullStdlib",
  "lock",
  "packages",
  "latePackages",
  "kernel",
  "lessons",
] as const;
/** Where the parts of Python lie; a folder ends in "/". */
export type RuntimeUrls = Record<(typeof RUNTIME_PARTS)[number], string>;

/** A runnable block: its id, its code and, for a reference block, the module that the code belongs to. */
export interface Cell {
  cell: string;
  code: string;
  module: string | null;
}

/** A cell among those of its page: its code, and what that was before the reader edited it. */
export interface PageCell extends Cell {
  published: string | null;
}

export interface StartRequest {
  type: "start";
  id: number;
  runtime: RuntimeUrls;
  /** What earlier workers have passed on. */
  parts: Part[];
  /** The name under which there may be a snapshot to begin with. */
  snapshot: string | null;
}
/** Start Python only to keep a snapshot of it. */
export interface SnapshotRequest {
  type: "snapshot";
  id: number;
  runtime: RuntimeUrls;
  parts: Part[];
  snapshot: string;
}
/** These are the page's cells, as they were published: an error may tell where a missing name is. */
export interface CellsRequest {
  type: "cells";
  id: number;
  page: string;
  cells: PageCell[];
}
/** The same of cells that may be edited, and: which earlier cells does each of them need? */
export interface PlanRequest {
  type: "plan";
  id: number;
  page: string;
  cells: PageCell[];
}
export interface RunRequest extends Cell {
  type: "run";
  id: number;
  page: string;
}
/** What can follow at `position` (in UTF-16 units) of the cell's code? */
export interface CompleteRequest extends Cell {
  type: "complete";
  id: number;
  page: string;
  position: number;
}
/** What is the name or the call at `position` of the cell's code? */
export interface HelpRequest extends Cell {
  type: "help";
  id: number;
  page: string;
  position: number;
}
/** What is doubtful in the code of `target`, knowing what the other cells bind? */
export interface LintRequest {
  type: "lint";
  id: number;
  page: string;
  cells: PageCell[];
  target: string;
}
/** Drop a page's namespace. */
export interface ForgetRequest {
  type: "forget";
  id: number;
  page: string;
}
export type PythonRequest =
  | CellsRequest
  | PlanRequest
  | RunRequest
  | CompleteRequest
  | HelpRequest
  | LintRequest
  | ForgetRequest;
export type Request = StartRequest | SnapshotRequest | PythonRequest;

/** What the worker alone needs to know of a run: the address that the page revokes to interrupt it. */
export interface Interruptible {
  interrupt: string;
}

/** The reader's answer to an `input` reply of the run `id`; null takes the question back. */
export interface AnswerSignal {
  type: "answer";
  id: number;
  text: string | null;
}
/** Ends what waits (`sleep`, `input`) in the run that is going on; what computes is ended by its revoked blob URL. */
export interface InterruptSignal {
  type: "interrupt";
}
/** What is no request: it has no answer of its own. */
export type Signal = AnswerSignal | InterruptSignal;

/** All that the page posts to the worker. */
export type ToWorker = StartRequest | SnapshotRequest | Exclude<PythonRequest, RunRequest> | (RunRequest & Interruptible) | Signal;

export type Stage = "fetch" | "start" | "course";
/** `loaded` and `total` are bytes of the stage "fetch", 0 where unknown. */
export interface StageReply {
  type: "stage";
  id: number;
  stage: Stage;
  loaded: number;
  total: number;
}
/** A file that Python is made of, as it was fetched or compiled, for the worker's successors. */
export interface Part {
  url: string;
  content: ArrayBuffer | WebAssembly.Module;
}
export interface PartReply extends Part {
  type: "part";
  id: number;
}
/** For each cell the earlier ones it needs, in the page's order, whether or not they have run. */
export interface PlanReply {
  type: "plan";
  id: number;
  needs: Record<string, string[]>;
}
export interface Completion {
  label: string;
  kind: "class" | "function" | "keyword" | "module" | "parameter" | "property" | "variable";
  /** A signature or a type, short. */
  detail: string;
  documentation: string;
}
/** `from` is where the name to be completed begins. */
export interface CompletionsReply {
  type: "completions";
  id: number;
  from: number;
  options: Completion[];
}
export interface HelpReply {
  type: "help";
  id: number;
  from: number;
  to: number;
  signature: string;
  documentation: string;
}
/** Lines and columns count from 1; `endColumn` is behind the last character. */
export interface LintMark {
  line: number;
  column: number;
  endColumn: number;
  severity: "error" | "warning";
  message: string;
}
export interface LintReply {
  type: "lint";
  id: number;
  marks: LintMark[];
}
/** The code asks the reader for a line of text. */
export interface InputReply {
  type: "input";
  id: number;
  prompt: string;
  /** From `getpass`: not to be shown while it is typed. */
  secret: boolean;
}
export interface TextReply {
  type: "text";
  id: number;
  stream: "stdout" | "stderr";
  text: string;
}
/** So much printed text was left out here: the beginning stands before it, the end after it. Later ones count on. */
export interface CutReply {
  type: "cut";
  id: number;
  characters: number;
  lines: number;
}
/** `note` says what a text cannot: "float64, shape (8, 4)". */
export interface ValueReply {
  type: "value";
  id: number;
  text: string;
  note: string | null;
}
/** What an object's `_repr_html_` and the like gave, as the reader's code made it: not yet safe. */
export interface RichReply {
  type: "rich";
  id: number;
  format: "html" | "markdown" | "svg";
  content: string;
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
  /** One line in the course's words on what went wrong. */
  hint: string | null;
}
export interface DoneReply {
  type: "done";
  id: number;
  status: "ok" | "error" | "fatal";
}
/** The replies that a reader sees as a cell's output. */
export type OutputReply = TextReply | CutReply | ValueReply | RichReply | FigureReply | ErrorReply;
export type Reply =
  | StageReply
  | PartReply
  | PlanReply
  | CompletionsReply
  | HelpReply
  | LintReply
  | InputReply
  | OutputReply
  | DoneReply;

/** A message before it is numbered. */
export type WithoutId<Message> = Message extends unknown ? Omit<Message, "id"> : never;

/** Ends a `switch` over a union: a member that has no case does not compile. */
export function assertNever(value: never): never {
  throw new Error(`unexpected ${JSON.stringify(value)}`);
}
