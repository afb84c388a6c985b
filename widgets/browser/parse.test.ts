import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseReply, parseRequest } from "./parse";

const FOLDER = "tests/fixtures/messages";

function messages(kind: "reply" | "request"): [string, unknown][] {
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
  it.each(messages("request"))("accepts %s", (_, message) => {
    expect(parseRequest(message)).toEqual(message);
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
    { type: "plan", id: 1, cells: [1] },
  ])("rejects %j", (data) => {
    expect(() => parseReply(data)).toThrow("not a reply");
  });
  it("rejects a request without its cells", () => {
    expect(() => parseRequest({ type: "plan", id: 1, page: "", target: "a" })).toThrow("not a request");
  });
});
