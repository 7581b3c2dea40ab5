import { describe, expect, test } from "vitest";
import { plainFailureReason } from "#server/payments/provider-words.server.ts";
import { findTestCard, passesLuhn, spacedCardNumber, testCards } from "./test-cards.ts";

describe("the test cards", () => {
  test("all pass the check of the last digit and are found with spaces", () => {
    for (const card of testCards) {
      expect(passesLuhn(card.number)).toBe(true);
      expect(findTestCard(spacedCardNumber(card.number))).toBe(card);
    }
  });

  test("decline for reasons that the shop tells in plain words", () => {
    for (const { outcome } of testCards) {
      if (outcome.kind !== "declines") continue;
      const { declineCode } = outcome.decline;
      expect(plainFailureReason(`Declined. (${declineCode})`), declineCode).not.toContain(declineCode);
    }
  });
});
