import { TRPCError } from "@trpc/server";
import superjson from "superjson";
import { describe, expect, it } from "vitest";
import { inputTransformer } from "./trpc.server.ts";

const read = (sent: unknown) => inputTransformer.deserialize(JSON.parse(JSON.stringify(sent)));

describe("what staff's browsers send", () => {
  const line = { productId: 7, note: undefined };
  it.each([
    [undefined],
    [{ search: "oak", from: undefined, on: new Date("2026-03-02T12:00:00Z") }],
    [{ lines: [line, line, { productId: 8, note: "dry" }], "a.b": [undefined, 2] }],
    [{ changes: { 123456: undefined } }],
    [{ csv: "name\r\nA\0B\r\n" }],
  ])("is read as it was meant: %j", (input) => {
    expect(read(superjson.serialize(input))).toEqual(input);
  });

  it.each([
    [
      "a list as long as a number says",
      { json: { a: [] }, meta: { values: { "a.100000000": ["undefined"] } } },
    ],
    [
      "a list as long as a repetition says",
      { json: { a: [], b: {} }, meta: { referentialEqualities: { b: ["a.100000000"] }, v: 1 } },
    ],
    [
      "a typed array of any length",
      { json: { a: 100_000_000 }, meta: { values: { a: [["typed-array", "Float64Array"]] }, v: 1 } },
    ],
    ["a number of any length", { json: { a: "9" }, meta: { values: { a: ["bigint"] }, v: 1 } }],
    ["a pattern", { json: { a: "/x/" }, meta: { values: { a: ["regexp"] }, v: 1 } }],
    [
      "a type hidden below another",
      { json: { a: [1] }, meta: { values: { a: ["Date", { 0: ["set"] }] }, v: 1 } },
    ],
    ["a text that cannot be stored", { json: { name: "A\0B" } }],
    ["half a letter", { json: { names: ["\ud83d"] } }],
    ["a name that cannot be stored", { json: { "A\0B": 1 } }],
    ["no object", 7],
  ])("is refused when it is %s", (_what, sent) => {
    expect(() => read(sent)).toThrow(expect.objectContaining({ code: "BAD_REQUEST" }));
    expect(() => read(sent)).toThrow(TRPCError);
  });
});
