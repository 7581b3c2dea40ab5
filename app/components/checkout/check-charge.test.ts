import { afterEach, describe, expect, it, vi } from "vitest";
import type { PreparedPayment } from "#server/checkout/checkout-answer.ts";
import { checkCharge } from "./check-charge.ts";

const prepared: PreparedPayment = {
  method: "stripe",
  clientSecret: "pi_1_secret_2",
  amount: 3598,
  invoiceNumber: "INV-1700000000000",
  snapshot: { lines: [], subtotal: 2499, vat: 500, vatDue: 417, shipping: 1099, total: 3598 },
};

function shopAnswers(status: number, body: object) {
  const fetched = vi.fn(async (_url: string, _init: RequestInit) => Response.json(body, { status }));
  vi.stubGlobal("fetch", fetched);
  return fetched;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("a charge", () => {
  it("goes ahead when it is what the button says", async () => {
    const fetched = shopAnswers(200, { clientSecret: prepared.clientSecret });
    expect(await checkCharge(prepared)).toBeUndefined();
    expect(fetched.mock.calls[0]?.[1].body).toBe('{"amount":35.98}');
  });

  it("goes ahead after an attempt that went through unseen", async () => {
    shopAnswers(409, { message: "Paid already.", code: "conflict", alreadyPaid: true });
    expect(await checkCharge(prepared)).toBeUndefined();
  });

  it.each([
    [409, { message: "The total of your cart has changed.", expected: 89.99 }, "The total is now £89.99."],
    [200, { clientSecret: "pi_3_secret_4" }, "Your order has changed."],
    [409, { message: "Only 1 of Bulk Biochar is left." }, "Only 1 of Bulk Biochar is left."],
    [503, { message: "Failed to initialize payment" }, "Failed to initialize payment"],
  ])("is held back on %i %j", async (status, body, reason) => {
    shopAnswers(status, body);
    expect(await checkCharge(prepared)).toContain(reason);
  });

  it("is held back when the shop does not answer", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
    expect(await checkCharge(prepared)).toBe("Payment processing failed");
  });
});
