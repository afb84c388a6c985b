import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseReply, parseToWorker } from "./parse";

const FOLDER = "tests/fixtures/messages";

function messages(kind: "reply" | "request" | "signal"): [string, unknown][] {
  return readdirSync(FOLDER)
    .filter((file) => file.startsWith(`${kind}-`))
    .flatMap((file) => {
      const all = JSON.parse(readFileSync(join(FOLDER, file), "utf8")) as unknown[];
      return all.map((message, index): [string, unknown] => [`${file} ${index}`, message]);
    });
}

describe("messages that Python's tests read, too", () => {
  it.each(messages("reply"))("accepts %s", (_, message) => {
    expect(parseReply(message)).toEqual(message);
  });
  it.each([...messages("request"), ...messages("signal")])("accepts %s", (_, message) => {
    const posted = { ...(message as object), interrupt: "blob:1" };
    expect(parseToWorker(posted)).toEqual(posted);
  });
});

describe("what is no message", () => {
  it.each([
    null,
    "done",
    {},
    { type: "toString", id: 1 },
    { type: "done", id: "1", status: "ok" },
    { type: "done", id: 1, status: "finished" },
    { type: "text", id: 1, stream: "stdout" },
    { type: "plan", id: 1, needs: ["a"] },
    { type: "plan", id: 1, needs: { a: [1] } },
  ])("rejects %j", (data) => {
    expect(() => parseReply(data)).toThrow("not a reply");
  });
  it.each([
    { type: "plan", id: 1, page: "" },
    { type: "run", id: 1, page: "", cell: "a", code: "", module: null },
    { type: "answer", id: 1 },
  ])("rejects to the worker %j", (data) => {
    expect(() => parseToWorker(data)).toThrow("not a message to the worker");
  });
});
