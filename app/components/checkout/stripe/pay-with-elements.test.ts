import { beforeEach, describe, expect, it } from "vitest";
import { type Confirmed, type OpenedIntent, payWithElements } from "./pay-with-elements.ts";

let calls: string[];
beforeEach(() => {
  calls = [];
});

interface Answers {
  submitted?: { error?: { type: string; message: string } };
  opened?: OpenedIntent;
  confirm?: () => Promise<Confirmed>;
  now?: string;
}

/** Pays on a page whose Stripe.js and shop answer so; every call is written down. */
function payWhere({ submitted = {}, opened, confirm, now }: Answers) {
  return payWithElements({
    elements: {
      submit: async () => {
        calls.push("submit");
        return submitted;
      },
    },
    openPayment: async () => {
      calls.push("open");
      return opened ?? { kind: "open", clientSecret: "pi_1_secret_2" };
    },
    stripe: {
      confirmPayment: async ({ clientSecret, confirmParams, redirect }) => {
        calls.push(`confirm ${clientSecret} ${redirect} ${confirmParams.return_url}`);
        return confirm ? confirm() : { paymentIntent: { status: "succeeded" } };
      },
      retrievePaymentIntent: async () => {
        calls.push("look up");
        return { paymentIntent: { status: now ?? "succeeded" } };
      },
    },
    returnUrl: "https://shop.test/checkout-success",
  });
}

const CONFIRM = "confirm pi_1_secret_2 if_required https://shop.test/checkout-success";

describe("paying with Stripe's form", () => {
  it("submits the form before the shop is asked, while the click is fresh, and confirms last", async () => {
    expect(await payWhere({})).toEqual({ kind: "taken", paymentIntentId: "pi_1" });
    expect(calls).toEqual(["submit", "open", CONFIRM]);
  });

  it("opens no payment while the card is incomplete: the form itself says what is wrong", async () => {
    const error = { type: "validation_error", message: "Your card number is incomplete." };
    expect(await payWhere({ submitted: { error } })).toEqual({ kind: "incomplete" });
    expect(calls).toEqual(["submit"]);
  });

  it("confirms nothing when the shop says that it is another total by now", async () => {
    const message = "The total is now £89.99. Please check it and pay again.";
    expect(await payWhere({ opened: { kind: "refused", message } })).toEqual({ kind: "failed", message });
    expect(calls).toEqual(["submit", "open"]);
  });

  it("is told why the bank declined", async () => {
    const error = { type: "card_error", message: "Your card has expired." };
    expect(await payWhere({ confirm: async () => ({ error }) })).toEqual({
      kind: "failed",
      message: "Your card has expired.",
    });
  });

  it("fails where Stripe.js refuses a payment of another amount than the form was opened for", async () => {
    const confirm = () => Promise.reject(new Error("The amount does not match."));
    expect(await payWhere({ confirm, now: "requires_payment_method" })).toEqual({
      kind: "failed",
      message: "Payment processing failed",
    });
    expect(calls).toEqual(["submit", "open", CONFIRM, "look up"]);
  });

  it("is paid where another tab has paid this very payment", async () => {
    const error = {
      type: "invalid_request_error",
      code: "payment_intent_unexpected_state",
      payment_intent: { status: "succeeded" },
    };
    expect(await payWhere({ confirm: async () => ({ error }) })).toEqual({
      kind: "taken",
      paymentIntentId: "pi_1",
    });
  });
});
