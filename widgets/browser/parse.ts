// Checks at the border: a message that the protocol does not know stops here, named, and goes no further.
import { RUNTIME_PARTS, type Reply, type ToWorker } from "./protocol";

type Check = (value: unknown) => boolean;
type Fields = Record<string, Check>;

const text: Check = (value) => typeof value === "string";
const number: Check = (value) => typeof value === "number" && Number.isFinite(value);
const truth: Check = (value) => typeof value === "boolean";
const orNull = (check: Check): Check => (value) => value === null || check(value);
const oneOf = (...values: string[]): Check => (value) => typeof value === "string" && values.includes(value);
/** `every` would pass over holes. */
const listOf = (check: Check): Check => (value) => Array.isArray(value) && value.findIndex((each) => !check(each)) < 0;
const record: Check = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const fields = (checks: Fields): Check => (value) =>
  record(value) && Object.entries(checks).every(([name, check]) => check((value as Record<string, unknown>)[name]));
const recordOf = (check: Check): Check => (value) => record(value) && Object.values(value as object).every(check);

const cell: Fields = { cell: text, code: text, module: orNull(text) };
const pageCell: Fields = { ...cell, published: orNull(text) };
const atPosition: Fields = { id: number, page: text, ...cell, position: number };

const completion = fields({
  label: text,
  kind: oneOf("class", "function", "keyword", "module", "parameter", "property", "variable"),
  detail: text,
  documentation: text,
});
const lintMark = fields({
  line: number,
  column: number,
  endColumn: number,
  severity: oneOf("error", "warning"),
  message: text,
});

const part: Fields = {
  url: text,
  content: (value) => value instanceof WebAssembly.Module || value instanceof ArrayBuffer,
};

const replies: Record<Reply["type"], Check> = {
  stage: fields({ id: number, stage: oneOf("fetch", "start", "course"), loaded: number, total: number }),
  part: fields({ id: number, ...part }),
  plan: fields({ id: number, needs: recordOf(listOf(text)) }),
  completions: fields({ id: number, from: number, options: listOf(completion) }),
  help: fields({ id: number, from: number, to: number, signature: text, documentation: text }),
  lint: fields({ id: number, marks: listOf(lintMark) }),
  input: fields({ id: number, prompt: text, secret: truth }),
  text: fields({ id: number, stream: oneOf("stdout", "stderr"), text }),
  cut: fields({ id: number, characters: number, lines: number }),
  value: fields({ id: number, text, note: orNull(text) }),
  rich: fields({ id: number, format: oneOf("html", "markdown", "svg"), content: text }),
  figure: fields({ id: number, figure: number, svg: orNull(text) }),
  error: fields({
    id: number,
    name: text,
    message: text,
    traceback: text,
    line: orNull(number),
    hint: orNull(text),
  }),
  done: fields({ id: number, status: oneOf("ok", "error", "fatal") }),
};

const toStart: Fields = {
  id: number,
  runtime: fields(Object.fromEntries(RUNTIME_PARTS.map((part) => [part, text]))),
  parts: listOf(fields(part)),
};
const pageOfCells: Fields = { id: number, page: text, cells: listOf(fields(pageCell)) };
const toWorker: Record<ToWorker["type"], Check> = {
  start: fields({ ...toStart, snapshot: orNull(text) }),
  snapshot: fields({ ...toStart, snapshot: text }),
  cells: fields(pageOfCells),
  plan: fields(pageOfCells),
  run: fields({ id: number, page: text, ...cell, interrupt: text }),
  complete: fields(atPosition),
  help: fields(atPosition),
  lint: fields({ ...pageOfCells, target: text }),
  forget: fields({ id: number, page: text }),
  answer: fields({ id: number, text: orNull(text) }),
  interrupt: fields({}),
};

/** The data as a reply; throws if it is none. */
export function parseReply(data: unknown): Reply {
  check("reply", replies, data);
  return data as Reply;
}

/** The data as a message to the worker; throws if it is none. */
export function parseToWorker(data: unknown): ToWorker {
  check("message to the worker", toWorker, data);
  return data as ToWorker;
}

function check(kind: string, known: Record<string, Check>, data: unknown): void {
  const type = record(data) ? (data as { type?: unknown }).type : undefined;
  const isKnown = typeof type === "string" && Object.hasOwn(known, type) && known[type]?.(data);
  // Not all that can be posted can be told: a circle has no JSON.
  if (!isKnown) throw new Error(`not a ${kind}: ${typeof type === "string" ? `type "${type}"` : typeof data}`);
}
