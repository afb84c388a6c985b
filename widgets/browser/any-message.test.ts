import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyText, declared } from "./declared";
import { parseReply, parseToWorker } from "./parse";

const borders = [
  { name: "replies", type: declared("Reply"), parse: parseReply, refusal: /^not a reply: / },
  { name: "what the worker is sent", type: declared("ToWorker"), parse: parseToWorker, refusal: /^not a message to the worker: / },
];

/** What can be posted, JSON or not. */
const anyValue = fc.anything({
  key: fc.oneof(fc.constantFrom("type", "id"), anyText),
  withBigInt: true,
  withDate: true,
  withMap: true,
  withSet: true,
  withSparseArray: true,
  withTypedArray: true,
});

describe.each(borders)("$name", ({ type, parse, refusal }) => {
  function expectRefused(value: unknown): void {
    let refused: unknown;
    try {
      parse(value);
    } catch (error) {
      refused = error;
    }
    expect(refused).toBeInstanceOf(Error);
    expect((refused as Error).message).toMatch(refusal);
  }

  /** Passed on as it is if it has the declared type, else refused. */
  function expectJudged(value: unknown): void {
    if (type.has(value)) expect(parse(value)).toBe(value);
    else expectRefused(value);
  }

  it("pass if they are as declared", () => {
    fc.assert(fc.property(type.values, (message) => {
      expect(parse(structuredClone(message))).toEqual(message);
    }), { seed: 1, numRuns: 400 });
  });

  it("are refused if they are anything else", () => {
    fc.assert(fc.property(anyValue, (value) => {
      expectJudged(structuredClone(value));
    }), { seed: 2, numRuns: 400 });
  });

  it("pass only as declared where some part has become another", () => {
    const part = fc.nat();
    fc.assert(fc.property(type.values, part, anyValue, fc.boolean(), (message, chosen, other, remove) => {
      const changed = structuredClone(message) as object;
      const places = placesIn(changed);
      const [owner, name] = places[chosen % places.length] ?? [changed, "type"];
      if (remove) Reflect.deleteProperty(owner, name);
      else Object.defineProperty(owner, name, { value: other, enumerable: true, configurable: true, writable: true });
      expectJudged(structuredClone(changed));
    }), { seed: 3, numRuns: 1500 });
  });

  it.each([
    ["a circle", circle()],
    ["a number that JSON has no word for", { type: "done", id: 1n, status: "ok" }],
  ])("are refused in the same words: %s", (_, value) => {
    expectRefused(value);
  });
});

it.each([
  ["a list with a hole", { type: "lint", id: 1, marks: Array<unknown>(1) }],
  ["a list in the place of a record", { type: "plan", id: 1, needs: [["a"]] }],
])("%s is refused", (_, reply) => {
  expect(() => parseReply(reply)).toThrow("not a reply");
});

/** Every field of the objects in a message, with its object. */
function placesIn(value: object): [object, string][] {
  return Object.entries(value).flatMap(([name, inner]): [object, string][] => [
    [value, name],
    ...(isPlain(inner) ? placesIn(inner) : []),
  ]);
}

function isPlain(value: unknown): value is object {
  return Array.isArray(value) || Object.prototype.toString.call(value) === "[object Object]";
}

function circle(): unknown {
  const made: { self?: unknown } = {};
  made.self = made;
  return made;
}
