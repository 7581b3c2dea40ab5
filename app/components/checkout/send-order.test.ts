import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { PreparedPayment } from "#server/checkout/checkout.ts";
import type { FormDetails } from "./form-details.ts";
import { orderPayloadFor, sendOrder } from "./send-order.ts";

const line = {
  productId: 1,
  productName: "Premium Biochar",
  quantity: 2,
  unitPrice: 2499,
  vatRate: 2000,
};
const prepared: PreparedPayment = {
  method: "stripe",
  amount: 4998,
  currency: "gbp",
  invoiceNumber: "INV-1795269863140",
  snapshot: { lines: [line], subtotal: 4998, vat: 1000, vatDue: 833, shipping: 0, total: 4998 },
};
const details: FormDetails = {
  country: "United Kingdom",
  shippingCountry: "France",
  sameShipping: true,
  expressDelivery: false,
  fields: {
    firstName: "Rowan",
    lastName: " Field ",
    email: "rowan@example.com",
    phone: "01584 000 000",
    address: "1 Mill Lane",
    city: "Ludlow",
    postcode: "SY8 1AA",
    shippingAddress: "2 Rue Verte",
    shippingCity: "Lyon",
    shippingPostcode: "69001",
  },
};

describe("the order payload", () => {
  it("has the fields that scripts know, amounts in pounds", () => {
    expect(orderPayloadFor(prepared, details, "pi_1")).toEqual({
      customerName: "Rowan Field",
      customerEmail: "rowan@example.com",
      customerAddress: "1 Mill Lane, Ludlow, SY8 1AA, United Kingdom",
      customerPhone: "01584 000 000",
      shippingCountry: "United Kingdom",
      subtotal: 49.98,
      taxRate: 1000 / 4998,
      taxAmount: 10,
      shippingCost: 0,
      totalAmount: 49.98,
      paymentMethod: "stripe",
      transactionId: "pi_1",
      invoiceNumber: "INV-1795269863140",
      items: [{ productId: 1, productName: "Premium Biochar", quantity: 2, price: 24.99 }],
    });
  });

  it("names the shipping address when it differs", () => {
    expect(orderPayloadFor(prepared, { ...details, sameShipping: false }, "pi_1")).toMatchObject({
      customerAddress: "2 Rue Verte, Lyon, 69001, France",
      shippingCountry: "France",
    });
  });
});

describe("sending the order of a payment", () => {
  const fetched = vi.fn<typeof fetch>();
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("fetch", fetched);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    fetched.mockReset();
  });

  async function send() {
    const sent = sendOrder(orderPayloadFor(prepared, details, "pi_1"));
    await vi.runAllTimersAsync();
    return sent;
  }

  it("places it", async () => {
    fetched.mockResolvedValue(new Response("{}", { status: 201 }));
    expect(await send()).toBe("placed");
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  it("places it at the second or third attempt, too", async () => {
    fetched.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    fetched.mockResolvedValueOnce(new Response("", { status: 502 }));
    fetched.mockResolvedValueOnce(new Response("{}", { status: 201 }));
    expect(await send()).toBe("placed");
  });

  it("fails when it is refused, or when nobody answers three times", async () => {
    fetched.mockResolvedValue(new Response("{}", { status: 409 }));
    expect(await send()).toBe("failed");
    expect(fetched).toHaveBeenCalledTimes(1);
    fetched.mockReset().mockRejectedValue(new TypeError("Failed to fetch"));
    expect(await send()).toBe("failed");
    expect(fetched).toHaveBeenCalledTimes(3);
  });

  it("waits for a provider that has not decided yet", async () => {
    fetched.mockResolvedValue(new Response("{}", { status: 409, headers: { "Retry-After": "5" } }));
    expect(await send()).toBe("confirming");
  });
});
