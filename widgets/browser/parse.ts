// Checks at the border: a message that the protocol does not know stops here, named, and goes no further.
import type { Reply, Request } from "./protocol";

type Check = (value: unknown) => boolean;
type Fields = Record<string, Check>;

const text: Check = (value) => typeof value === "string";
const number: Check = (value) => typeof value === "number" && Number.isFinite(value);
const orNull = (check: Check): Check => (value) => value === null || check(value);
const oneOf = (...values: string[]): Check => (value) => typeof value === "string" && values.includes(value);
const listOf = (check: Check): Check => (value) => Array.isArray(value) && value.every(check);
const record: Check = (value) => typeof value === "object" && value !== null;
const fields = (checks: Fields): Check => (value) =>
  record(value) && Object.entries(checks).every(([name, check]) => check((value as Record<string, unknown>)[name]));

const cell: Fields = { cell: text, code: text, module: orNull(text) };

const replies: Record<Reply["type"], Check> = {
  stage: fields({ id: number, stage: oneOf("fetch", "start", "course"), loaded: number, total: number }),
  plan: fields({ id: number, cells: listOf(text) }),
  text: fields({ id: number, stream: oneOf("stdout", "stderr"), text }),
  value: fields({ id: number, text }),
  figure: fields({ id: number, figure: number, svg: orNull(text) }),
  error: fields({ id: number, name: text, message: text, traceback: text, line: orNull(number) }),
  done: fields({ id: number, status: oneOf("ok", "error", "fatal") }),
};

const requests: Record<Request["type"], Check> = {
  start: fields({ id: number, runtime: fields({ core: text, stdlib: text, fullStdlib: text, lock: text, course: text }) }),
  plan: fields({ id: number, page: text, cells: listOf(fields(cell)), target: text }),
  run: fields({ id: number, page: text, ...cell }),
  forget: fields({ id: number, page: text }),
};

/** The data as a reply; throws if it is none. */
export function parseReply(data: unknown): Reply {
  check("reply", replies, data);
  return data as Reply;
}

/** The data as a request; throws if it is none. */
export function parseRequest(data: unknown): Request {
  check("request", requests, data);
  return data as Request;
}

function check(kind: string, known: Record<string, Check>, data: unknown): void {
  const type = record(data) ? (data as { type?: unknown }).type : undefined;
  const isKnown = typeof type === "string" && Object.hasOwn(known, type) && known[type]?.(data);
  if (!isKnown) throw new Error(`not a ${kind}: ${JSON.stringify(data)}`);
}
