import { describe, expect, it } from "vitest";
import type { CheckoutForm } from "#server/checkout/checkout-details.ts";
import {
  createPayPalOrderForAmount,
  openPayPalCheckout,
  payingContext,
  payPalRequest,
} from "#server/testing/checkouts.ts";
import { makeProduct } from "#server/testing/factories.ts";
import { runTestSandbox } from "#server/testing/sandbox.ts";
import { findPayPalOrder, requirePayPal } from "./paypal-client.server.ts";

await runTestSandbox();
const context = await payingContext();

type Body = {
  purchase_units: { shipping?: { name: { full_name: string }; address: Record<string, string> } }[];
  payment_source: { paypal: { experience_context: { brand_name?: string; shipping_preference: string } } };
};

const brandOf = (storeName: string) => {
  const body: Body = JSON.parse(JSON.stringify(payPalRequest({ storeName })));
  return body.payment_source.paypal.experience_context.brand_name;
};

describe("the name that PayPal shows", () => {
  it.each([
    ["in one line", "Oxbow\nBiochar\u2028& Sons", "Oxbow Biochar & Sons"],
    ["left out when there is none", " \n ", undefined],
    ["cut at 127 characters", "x".repeat(200), "x".repeat(127)],
    ["never cut through a character", `${"x".repeat(126)}🌱🌱`, "x".repeat(126)],
  ])("is %s", (_, storeName, shown) => {
    expect(brandOf(storeName)).toBe(shown);
  });
});

describe("an address", () => {
  const open = async (changes: Partial<CheckoutForm>) => {
    const product = await makeProduct(context, { price: 2000 });
    const { orderId } = await openPayPalCheckout(context, [{ product, quantity: 1 }], changes);
    const order = await findPayPalOrder(requirePayPal(context), orderId);
    return order?.purchase_units?.[0] as Body["purchase_units"][number] | undefined;
  };

  it("is written in one line and reaches PayPal", async () => {
    const unit = await open({ address: "Flat 2\r\n1 Mill Lane\n" });
    expect(unit?.shipping?.address.address_line_1).toBe("Flat 2, 1 Mill Lane");
  });

  it.each([
    ["United States", "Austin", "78701"],
    ["Canada", "Toronto", "M5H 2N2"],
  ])("in %s, whose state the shop does not know, stays with the shop", async (country, city, postcode) => {
    const unit = await open({ country, city, postcode });
    expect(unit).toBeDefined();
    expect(unit?.shipping).toBeUndefined();
  });

  it("that PayPal does not take stays with the shop as well, and the order is made", async () => {
    // PayPal's code of China is another for payments across borders, and it wants a postal code.
    const unit = await open({ country: "Australia", city: "Perth", postcode: " " });
    expect(unit).toBeDefined();
    expect(unit?.shipping).toBeUndefined();
  });
});

it("an amount outside what can be paid online is refused in words that fit PayPal, too", async () => {
  for (const amount of [29, 100_000_000]) {
    await expect(createPayPalOrderForAmount(context, amount, null)).toBeRefused("validation_failed", {
      message: expect.not.stringContaining("card"),
    });
  }
});
