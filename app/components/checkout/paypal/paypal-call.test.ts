import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { PreparedPayment } from "#server/checkout/checkout.ts";
import { emptyCheckoutForm } from "#server/checkout/checkout-form.ts";
import type { FormDetails } from "../form-details.ts";
import { capturePayPalOrder, createPayPalOrder, PAYPAL_FAILED } from "./paypal-call.ts";

const line = { productId: 7, productName: "Biochar", quantity: 1, unitPrice: 2499, vatRate: 2000 };
const prepared: PreparedPayment = {
  method: "paypal",
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
  fields: { ...payment, phone: "", sameShipping: "on", paymentMethod: "paypal" },
};

const fetched = vi.fn<typeof fetch>();
const logged = vi.fn<typeof console.info>();

beforeEach(() => {
  vi.stubGlobal("fetch", fetched);
  vi.spyOn(console, "info").mockImplementation(logged);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  fetched.mockReset();
  logged.mockReset();
});

const respondWith = (status: number, body: unknown) =>
  fetched.mockResolvedValue(Response.json(body, { status }));

describe("the calls of PayPal's button", () => {
  it("make an order of exactly what the page shows, to be captured", async () => {
    respondWith(201, { id: "PAYPAL-1" });
    expect(await createPayPalOrder(prepared, details)).toBe("PAYPAL-1");
    const [address, sent] = fetched.mock.calls[0] ?? [];
    expect(address).toBe("/paypal/order");
    expect(JSON.parse(String(sent?.body))).toEqual({
      amount: "35.98",
      currency: "GBP",
      intent: "capture",
      shown: {
        form: { ...emptyCheckoutForm, ...payment },
        items: [{ productId: 7, quantity: 1 }],
        currency: "gbp",
      },
    });
  });

  it("say why no order could be made", async () => {
    respondWith(409, { message: "The total has changed." });
    await expect(createPayPalOrder(prepared, details)).rejects.toThrow("The total has changed.");
    respondWith(500, {});
    await expect(createPayPalOrder(prepared, details)).rejects.toThrow(PAYPAL_FAILED);
  });

  it.each([
    ["paid", 200, { captureId: "C1" }, { kind: "paid", captureId: "C1" }],
    ["paid by another payment", 200, {}, { kind: "processing" }],
    ["being looked into", 202, {}, { kind: "processing" }],
    [
      "declined",
      422,
      { message: "Another card, please.", restart: true },
      { kind: "restart", message: "Another card, please." },
    ],
    ["refused", 422, {}, { kind: "failed", message: PAYPAL_FAILED }],
  ])("log what a capture says, and take it as %s", async (_what, status, body, result) => {
    respondWith(status, body);
    expect(await capturePayPalOrder("PAYPAL-1")).toEqual(result);
    expect(logged).toHaveBeenCalledWith("PayPal capture", body);
  });

  it("log an answer that did not come, and call no payment failed for it", async () => {
    fetched.mockRejectedValue(new TypeError("Failed to fetch"));
    expect(await capturePayPalOrder("PAYPAL-1")).toEqual({ kind: "processing" });
    expect(logged).toHaveBeenCalledWith("PayPal capture error", expect.any(TypeError));
  });
});
