import { describe, expect, it } from "vitest";
import { assertStorable, storable, storableValue } from "./text.ts";

const UNSTORABLE = ["\0", "\ud83d", "\udf31", "\udf31\ud83d"];

it.each(UNSTORABLE)("what cannot be stored is left out of a text, and nothing else: %j", (part) => {
  expect(storable(`Ada${part} 🌱\u0001\ufffe`)).toBe("Ada 🌱\u0001\ufffe");
});

it("it is left out of every text of a document, with the value whose name has it", () => {
  const sent = JSON.stringify({ a: ["x\0", { b: "\ud83d", n: 1, none: null }], "c\0": "gone" });
  expect(JSON.parse(sent, storableValue)).toEqual({ a: ["x", { b: "", n: 1, none: null }] });
});

describe("what a program sends", () => {
  it.each(
    UNSTORABLE.flatMap((part): [unknown][] => [[part], [{ a: [1, { b: `x${part}` }] }], [{ [part]: 1 }]]),
  )("is refused where it has it anywhere: %j", (value) => {
    expect(() => assertStorable(value)).toThrow(
      expect.objectContaining({ code: "bad_request", message: expect.stringContaining("cannot be stored") }),
    );
  });

  it.each([[null], ["🌱"], [{ a: ["x", 1, true, undefined, new Date(0)] }]])("is taken: %j", (value) => {
    expect(() => assertStorable(value)).not.toThrow();
  });

  it("is not looked at where it is a file, whose reader names the line", () => {
    expect(() => assertStorable({ csv: "A\0" }, ["csv"])).not.toThrow();
    expect(() => assertStorable({ csv: "A", name: "\0" }, ["csv"])).toThrow();
  });
});
