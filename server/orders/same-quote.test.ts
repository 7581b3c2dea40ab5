import fc from "fast-check";
import { expect, it } from "vitest";
import { Order } from "#db/entities/index.ts";
import { readCart } from "#server/cart/read-cart.server.ts";
import { quoteItems } from "#server/catalogue/sellable.server.ts";
import { detailsOf } from "#server/checkout/checkout-details.ts";
import { startCheckout } from "#server/checkout/start-checkout.server.ts";
import { quote } from "#server/pricing/quote.ts";
import { saveSettings } from "#server/settings/save-settings.server.ts";
import { pricingRulesOf, type StoreSettings } from "#server/settings/store-settings.ts";
import { buyByCard, openCheckout, payingContext } from "#server/testing/checkouts.ts";
import { asUser, makeCart, makeProduct, makeUser } from "#server/testing/factories.ts";
import { GOOD_CARD, payIntent, runTestSandbox } from "#server/testing/sandbox.ts";
import { findConfirmation } from "./confirmation-page.server.ts";
import { finalisePayment } from "./finalise-payment.server.ts";
import { findVatInvoice } from "./vat-documents.server.ts";

await runTestSandbox();

const before = await payingContext();
const administrator = asUser(before, await makeUser(before, { role: "administrator" }));
await saveSettings(administrator, {
  tab: "Shipping",
  seenVersion: 0,
  values: {
    shippingCalculationType: "weight",
    deliveryTariff: [
      "zone;places;parcel;quarter pallet;half pallet;full pallet;bulk bag",
      "Mainland;United Kingdom;6.95;49.00;59.00;75.00;75.00",
      "Islands;ZE;19.95;;;;195.00",
    ].join("\n"),
    countriesServed: "United Kingdom",
  },
});
const context = await payingContext();
const products = [
  await makeProduct(context, { price: 1450, stockQuantity: 9000, grossGrams: 11_000 }),
  await makeProduct(context, { price: 899, stockQuantity: 9000, grossGrams: 1100 }),
  await makeProduct(context, { price: 34_500, stockQuantity: 9000, handling: "bulk_bag" }),
];

const baskets = fc
  .array(fc.integer({ min: 0, max: 20 }), { minLength: 3, maxLength: 3 })
  .filter((quantities) => quantities.some((quantity) => quantity > 0));
const postcodes = fc.constantFrom("SY8 1AA", "ZE1 0AA", "IV2 3AA");

const linesOf = (quantities: readonly number[]) =>
  products.flatMap((product, index) => {
    const quantity = quantities[index] ?? 0;
    return quantity > 0 ? [{ product, quantity }] : [];
  });

it("product page, script, cart, checkout and payment quote the same, or the same reason", async () => {
  await fc.assert(
    fc.asyncProperty(baskets, postcodes, async (quantities, postcode) => {
      const lines = linesOf(quantities);
      const place = { country: "United Kingdom", postcode };
      const items = lines.map(({ product, quantity }) => ({ productId: product.id, quantity }));
      const cart = await readCart(context, await makeCart(context, lines), place);
      const said = await quoteItems(context, items, place);
      const rules = pricingRulesOf(context.settings);
      const { bringing, shipping, total } = quote(cart.lines, place, rules);
      if (bringing.kind !== "quoted") {
        expect([cart.drawerShipping, said.options]).toEqual([null, []]);
        expect(cart.deliveryTo?.problem).toBe(said.message);
        await expect(openCheckout(context, lines, { postcode })).toBeRefused("conflict");
        return;
      }
      const price = bringing.options[0].price;
      expect([said.options[0]?.price, cart.drawerShipping, shipping]).toEqual([price, price, price]);
      expect([cart.drawerTotal, total]).toEqual([cart.subtotal + price, cart.subtotal + price]);
      const { snapshot } = await openCheckout(context, lines, { postcode });
      expect(snapshot).toMatchObject({ total, delivery: { id: "standard", price } });
    }),
    { numRuns: 15 },
  );
}, 60_000);

it("and so do the order and its invoice", async () => {
  const lines = linesOf([2, 0, 1]);
  const { order, snapshot, cartId } = await buyByCard(context, lines, { postcode: "ZE1 0AA" });
  expect(order).toMatchObject({
    shippingCost: 21_495,
    totalAmount: 58_895,
    delivery: {
      ...{ id: "standard", price: 21_495, loads: "1 bulk bag, 1 parcel" },
      split: [
        { kind: "bulk_bag", count: 1, grams: null, packs: [{ quantity: 1 }] },
        { kind: "parcel", count: 1, grams: 22_000, packs: [{ quantity: 2 }] },
      ],
    },
  });
  const buyers = await findConfirmation(context, { cartId, token: null });
  expect(buyers?.delivery).toMatchObject({ loads: "1 bulk bag, 1 parcel" });
  expect(buyers?.delivery).not.toHaveProperty("split");
  expect(snapshot.total).toBe(58_895);
  const { lines: written, total } = await invoiceOf(order);
  expect(written.at(-1)).toMatchObject({ description: "Standard delivery", gross: 21_495 });
  expect(total.gross).toBe(58_895);
});

async function invoiceOf({ invoiceNumber }: Pick<Order, "invoiceNumber">) {
  const staff = asUser(context, await makeUser(context, { role: "administrator" }));
  return findVatInvoice(staff, { invoiceNumber, cartId: null, token: null });
}

/** The values are in pounds, the cost of delivery in pence. */
const one = {
  shippingCalculationType: "flat",
  standardShippingCost: 7.25,
  freeShippingThreshold: 80,
} as const;
const bands = "zone;places;up to 2 kg;up to 25 kg\nHome;United Kingdom;3.99;6.99";
const kinds: [name: string, rates: Partial<StoreSettings>, quantities: number[], cost: number][] = [
  ["as specified", { savedTabs: [] }, [1], 1099],
  ["as specified, from £45", { savedTabs: [] }, [4], 0],
  ["flat", one, [1], 725],
  ["flat, free from £80", one, [6], 0],
  ["by value", { ...one, shippingCalculationType: "value" }, [4], 199],
  ["without a charge", { ...one, shippingEnabled: false }, [1], 0],
  ["bands of weight", { deliveryTariff: bands }, [1, 1], 699],
  ["the lightest band", { deliveryTariff: bands }, [0, 1], 399],
  ["a tariff", {}, [1, 1], 695],
];

it.each(kinds)("cart, script, checkout, order and invoice agree: %s", async (_, rates, quantities, cost) => {
  const shop = { ...context, settings: { ...context.settings, ...rates } };
  const lines = linesOf(quantities);
  const place = { country: "United Kingdom", postcode: "SY8 1AA" };
  const items = lines.map(({ product, quantity }) => ({ productId: product.id, quantity }));
  const said = await quoteItems(shop, items, place);
  const cart = await readCart(shop, await makeCart(shop, lines), place);
  // By the built-in rule the cart keeps its own figure.
  if (shop.settings.savedTabs.length > 0) expect(cart.drawerShipping).toBe(cost);
  const total = said.subtotal + cost;
  const { order, snapshot } = await buyByCard(shop, lines, place);
  expect([said.options[0]?.price, snapshot.shipping, order.shippingCost]).toEqual([cost, cost, cost]);
  expect([snapshot.total, order.totalAmount]).toEqual([total, total]);
  const invoice = await invoiceOf(order);
  expect(invoice.total.gross).toBe(total);
  const charged = invoice.lines.reduce((sum, line) => sum + line.gross, 0);
  expect(charged).toBe(total);
});

it("what was begun before the rates were saved is paid as it was shown, and priced by them when it goes on", async () => {
  const lines = linesOf([1, 0, 0]);
  const asSpecified = { ...context, settings: { ...context.settings, savedTabs: [] } };
  const paid = await openCheckout(asSpecified, lines, { postcode: "ZE1 0AA" });
  await payIntent(paid.clientSecret, GOOD_CARD);
  await finalisePayment(context, "stripe", paid.paymentIntentId);
  const order = await context.em.fork().findOneOrFail(Order, { checkout: paid.checkoutId });
  expect(order).toMatchObject({ shippingCost: 1099, totalAmount: 2549, delivery: null });

  const begun = await openCheckout(asSpecified, lines, { postcode: "ZE1 0AA" });
  const { cartId, form } = begun;
  const again = await startCheckout(context, { cartId, details: detailsOf(form), paymentMethod: "stripe" });
  expect(again).toMatchObject({ checkoutId: begun.checkoutId, total: 3445, version: 2 });
});
