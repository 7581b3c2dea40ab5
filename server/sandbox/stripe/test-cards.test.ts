import { describe, expect, test } from "vitest";
import { plainFailureReason } from "#server/payments/providers.server.ts";
import { checkCardEntry, findTestCard, passesLuhn, spacedCardNumber, testCards } from "./test-cards.ts";

describe("the test cards", () => {
  test("all pass the check of the last digit and are found with spaces", () => {
    for (const card of testCards) {
      expect(passesLuhn(card.number)).toBe(true);
      expect(findTestCard(spacedCardNumber(card.number))).toBe(card);
    }
  });

  test("decline for reasons that the shop tells in plain words", () => {
    for (const { outcome } of testCards) {
      if (typeof outcome === "string") continue;
      const { decline_code: code } = outcome;
      expect(plainFailureReason(`Declined. (${code})`), code).not.toContain(code);
    }
  });
});

const now = new Date("2026-11-21T12:00:00Z");
const good = { number: "4242 4242 4242 4242", exp: "12 / 34", cvc: "123" };

describe("a typed card", () => {
  test("is read into digits, however its expiry is written", () => {
    for (const exp of ["12/34", "12 / 34", "1234", "12/2034"]) {
      expect(checkCardEntry({ ...good, exp }, now)).toEqual({ ok: true, number: "4242424242424242" });
    }
  });

  test.each([
    [{ number: "4242 4242 4242" }, "number", "Your card number is incomplete."],
    [{ number: "4242 4242 4242 4241" }, "number", "Your card number is invalid."],
    [{ number: "not a number" }, "number", "Your card number is invalid."],
    [{ exp: "1" }, "exp", "Your card's expiration date is incomplete."],
    [{ exp: "13/34" }, "exp", "Your card's expiration date is incomplete."],
    [{ exp: "12/25" }, "exp", "Your card's expiration year is in the past."],
    [{ exp: "10/26" }, "exp", "Your card's expiration date is in the past."],
    [{ cvc: "12" }, "cvc", "Your card's security code is incomplete."],
    [{ number: "378282246310005" }, "cvc", "Your card's security code is incomplete."],
  ])("%j is refused in Stripe's words", (wrong, field, message) => {
    const checked = checkCardEntry({ ...good, ...wrong }, now);
    expect(checked).toMatchObject({ ok: false, errors: [{ field, message }] });
  });

  test("is good until the end of its month", () => {
    expect(checkCardEntry({ ...good, exp: "11/26" }, now).ok).toBe(true);
  });

  test("with nothing filled in has an error at every field", () => {
    const checked = checkCardEntry({ number: "", exp: "", cvc: "" }, now);
    expect(checked.ok ? [] : checked.errors.map((error) => error.field)).toEqual(["number", "exp", "cvc"]);
  });
});
