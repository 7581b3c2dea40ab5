import { beforeEach, describe, expect, it } from "vitest";
import { paymentGateways } from "#server/payments/providers.server.ts";
import { byVerdict, happenedTo, person } from "#server/testing/provider-check.ts";
import {
  type PayPalBehaviour,
  runTestSandbox,
  type StripeBehaviour,
  setPayPalBehaviour,
  setStripeBehaviour,
} from "#server/testing/sandbox.ts";
import { checkProviders } from "./check-providers.server.ts";

/* What the providers' documents leave open, each the other way. */
runTestSandbox();

describe.each<[string, Partial<StripeBehaviour>, Partial<PayPalBehaviour>, string]>([
  [
    "with the other behaviour",
    { challengeAfterUpdate: "charges-new-amount", confirmInChallenge: "refused" },
    {
      declinedOrder: "APPROVED",
      repeatedRefusal: "same",
      simultaneous: "waits",
      missingState: "taken",
      clientToken: "refused",
      refunds: "PENDING",
    },
    "Passed, it is succeeded with £12.00 received",
  ],
  [
    "in Stripe's third",
    { challengeAfterUpdate: "charges-old-amount" },
    {},
    "Passed, it is succeeded with £10.00 received",
  ],
])(
  "what the shop believes of the providers, with the stand-ins %s,",
  { timeout: 60_000 },
  (_, stripe, paypal, repriced) => {
    beforeEach(async () => {
      await setStripeBehaviour(stripe);
      await setPayPalBehaviour(paypal);
    });

    it("is so where a person helps", async () => {
      const { findings } = await checkProviders(paymentGateways(), person());
      expect(byVerdict(findings, "not fine")).toEqual([]);
      expect(byVerdict(findings, "no answer")).toEqual([]);
      expect(happenedTo(findings, "a new amount while the shopper stands in 3-D Secure")).toContain(repriced);
      expect(happenedTo(findings, "who passes 3-D Secure")).toBe("canceled, £0.00 received.");
    });

    it("is so as far as no browser is needed, and after a real decline", async () => {
      for (const ask of [null, person("declined")]) {
        const { findings } = await checkProviders(paymentGateways(), ask);
        expect(byVerdict(findings, "not fine")).toEqual([]);
      }
    });
  },
);
