import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { readWithdrawalForm } from "./submit-withdrawal.server.ts";

function read(fields: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return readWithdrawalForm(form);
}

describe("the form on which a customer cancels", () => {
  it("states the units of each line with what was said of them, and knows its fields", () => {
    const key = randomUUID();
    const typed = { key, "quantity.7": " 2\u200e ", "quantity.8": "", "quantity.9": "1", "unsealed.9": "on" };
    const { statement, errors, fieldOf, typed: shown } = read({ ...typed, reason: " Too much " });
    expect(statement).toEqual([
      { lineId: 7, quantity: 2, mixedIntoSoil: false, unsealed: false },
      { lineId: 9, quantity: 1, mixedIntoSoil: false, unsealed: true },
    ]);
    expect([errors, fieldOf(1)]).toEqual([{}, "quantity.9"]);
    expect(shown).toMatchObject({ key, reason: "Too much", ticked: ["unsealed.9"] });
  });

  it("states everything whatever stands in the quantities", () => {
    const { statement, errors } = read({ what: "everything", "quantity.7": "x", "mixedIntoSoil.7": "on" });
    expect(statement).toEqual({ everything: [{ lineId: 7, mixedIntoSoil: true, unsealed: false }] });
    expect(errors).toEqual({});
  });

  it.each(["-1", "1.5", "10000", "two", "1e1", "0x2", "1,5"])(
    "says beside its field that %s is no number of units",
    (quantity) => {
      const { statement, errors } = read({ "quantity.7": quantity });
      expect(errors).toEqual({ "quantity.7": ["Enter a whole number, such as 1"] });
      expect(statement).toEqual([]);
    },
  );

  it("has a key of its own where none was sent, and takes no endless reason", () => {
    expect(read({ key: "mine" }).typed.key).toMatch(/^[0-9a-f-]{36}$/);
    expect(read({ reason: "a".repeat(500) }).errors).toEqual({});
    expect(read({ reason: "a".repeat(501) }).errors).toEqual({ reason: [expect.any(String)] });
  });
});
