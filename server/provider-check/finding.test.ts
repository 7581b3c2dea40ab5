import { describe, expect, it } from "vitest";
import { exitStatusOf, type Finding, tableOf } from "./check-providers.server.ts";

const finding = (verdict: Finding["verdict"]): Finding => ({
  provider: "Stripe",
  belief: "an intent that is paid says so when it is confirmed again, whoever asks",
  observed: "Refused with payment_intent_unexpected_state, the intent in the refusal is succeeded.",
  verdict,
});

describe("a check of the providers", () => {
  it.each<[Finding["verdict"][], number]>([
    [["fine", "not tried"], 0],
    [["fine", "not fine", "no answer"], 1],
    [["fine", "no answer"], 2],
  ])("that found %j ends with %i", (verdicts, status) => {
    expect(exitStatusOf(verdicts.map(finding))).toBe(status);
  });

  it("prints belief, what happened and the verdict beside each other", () => {
    expect(tableOf([finding("not fine")])).toMatchInlineSnapshot(`
      "belief                                                what happened                                                     verdict
      ---------------------------------------------------------------------------------------------------------------------------------
      Stripe: an intent that is paid says so when it is     Refused with payment_intent_unexpected_state, the intent in the   not fine
      confirmed again, whoever asks                         refusal is succeeded."
    `);
  });
});
