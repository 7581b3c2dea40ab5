import { afterEach, describe, expect, it, vi } from "vitest";
import type { PreparedPayment } from "#server/checkout/checkout.ts";
import { emptyCheckoutForm } from "#server/checkout/checkout-form.ts";
import type { FormDetails } from "../form-details.ts";
import { openIntent } from "./open-intent.ts";

const line = { productId: 7, productName: "Biochar", quantity: 1, unitPrice: 2499, vatRate: 2000 };
const prepared: PreparedPayment = {
  method: "stripe",
  amount: 3598,
  currency: "gbp",
  invoiceNumber: "INV-1700000000000",
  snapshot: { lines: [line], subtotal: 2499, vat: 500, vatDue: 417, shipping: 1099, total: 3598 },
};
const payment = {
  firstName: "Gwen",
  lastName: "Guest",
  email: "gwen@example.com",
  address: "1 Mill Lane",
  city: "Ludlow",
  postcode: "SY8 1AA",
  country: "United Kingdom",
};
const details: FormDetails = {
  country: "United Kingdom",
  shippingCountry: "United Kingdom",
  sameShipping: true,
  expressDelivery: false,
  fields: { ...payment, phone: "", sameShipping: "on", paymentMethod: "stripe" },
};

function shopAnswers(status: number, body: object) {
  const fetched = vi.fn(async (_url: string, _init: RequestInit) => Response.json(body, { status }));
  vi.stubGlobal("fetch", fetched);
  return fetched;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("the payment of a pressed button", () => {
  it("is asked for with what the page shows, and opens with its secret", async () => {
    const fetched = shopAnswers(200, { clientSecret: "pi_1_secret_2" });
    expect(await openIntent(prepared, details)).toEqual({ kind: "open", clientSecret: "pi_1_secret_2" });
    expect(JSON.parse(String(fetched.mock.calls[0]?.[1].body))).toEqual({
      amount: 35.98,
      shown: {
        form: { ...emptyCheckoutForm, ...payment },
        items: [{ productId: 7, quantity: 1 }],
        currency: "gbp",
      },
    });
  });

  it("that went through unseen is looked at, not made again", async () => {
    const body = { message: "Paid already.", code: "conflict", alreadyPaid: true, paymentIntentId: "pi_1" };
    shopAnswers(409, body);
    expect(await openIntent(prepared, details)).toEqual({ kind: "paid", paymentIntentId: "pi_1" });
  });

  it.each([
    // In the currency of the shop, which may have changed since the page was shown.
    [409, { message: "The total is now €89.99.", expected: 89.99 }, "The total is now €89.99."],
    [409, { message: "Your order has changed meanwhile." }, "Your order has changed meanwhile."],
    [409, { message: "Only 1 of Bulk Biochar is left." }, "Only 1 of Bulk Biochar is left."],
    [503, { message: "Failed to initialize payment" }, "Failed to initialize payment"],
  ])("is held back on %i %j", async (status, body, reason) => {
    shopAnswers(status, body);
    expect(await openIntent(prepared, details)).toMatchObject({
      kind: "refused",
      message: expect.stringContaining(reason),
    });
  });

  it("is held back when the shop does not answer", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
    expect(await openIntent(prepared, details)).toEqual({
      kind: "refused",
      message: "Payment processing failed",
    });
  });
});
