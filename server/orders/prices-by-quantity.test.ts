import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import type { z } from "zod";
import { Order, OrderLine, type Product, type User } from "#db/entities/index.ts";
import { type productSchema, restProduct } from "#server/api/rest-shapes.ts";
import { readCart } from "#server/cart/read-cart.server.ts";
import { findProductBySlug } from "#server/catalogue/find-product.server.ts";
import { listSoldProducts } from "#server/catalogue/find-staff-products.server.ts";
import { detailsOf } from "#server/checkout/checkout-details.ts";
import { prepareCheckout } from "#server/checkout/start-checkout.server.ts";
import type { Context } from "#server/core/context.ts";
import { pricePerMeasure } from "#server/pricing/price-per-measure.ts";
import { type PriceStep, perMeasureFor, unitPriceFor } from "#server/pricing/price-steps.ts";
import { filledForm, paidByScript, payingContext, scriptPayloadOf } from "#server/testing/checkouts.ts";
import { asUser, makeCart, makeProduct, makeTradeList, makeUser } from "#server/testing/factories.ts";
import { runTestSandbox } from "#server/testing/sandbox.ts";
import { createStaffOrder } from "./create-staff-order.server.ts";
import { findOrder } from "./order-views.server.ts";
import { findOwnOrder } from "./own-orders.server.ts";
import { placeOrder } from "./place-order.server.ts";
import { findVatInvoice } from "./vat-documents.server.ts";

await runTestSandbox();

type RestProduct = z.infer<typeof productSchema>;

let context: Context;
let growers: string;
let grower: User;

beforeEach(async () => {
  context = await payingContext();
  growers = await makeTradeList(context);
  grower = await makeUser(context, { tradeList: growers });
});

const from = (minQuantity: number, price: number, tradeList: string | null = null): PriceStep => ({
  minQuantity,
  price,
  tradeList,
});

const fiveKilograms = { netGrams: 5000, packMillilitres: null, unitPriceBasis: "kg" } as const;

const fresh = () => context.em.fork();

/** A script's order for so many of a product, having paid that sum. */
async function ordered(buyer: Context, product: Product, quantity: number, amount: number) {
  const payload = scriptPayloadOf(await paidByScript(context, amount), [{ productId: product.id, quantity }]);
  const { order } = await placeOrder({ ...buyer, em: fresh() }, payload, null);
  return order;
}

/** What a script calculates as the price of a unit, from the product as REST gives it. */
function reckoned({ price, salePrice, onSale, priceSteps }: RestProduct, quantity: number) {
  const reached = priceSteps.filter(({ minQuantity }) => minQuantity <= quantity);
  return Math.min(onSale && salePrice !== null ? salePrice : price, ...reached.map((step) => step.price));
}

describe("the same price of a unit", () => {
  it("on the page, over REST, in cart, checkout, order and invoice, on sale or not, for everybody and for a list", async () => {
    const staff = asUser(context, await makeUser(context, { role: "administrator" }));
    const steps = fc.array(
      fc.record({
        minQuantity: fc.integer({ min: 1, max: 12 }),
        price: fc.integer({ min: 300, max: 6000 }),
        tradeList: fc.constantFrom(null, growers),
      }),
      { maxLength: 4 },
    );
    await fc.assert(
      fc.asyncProperty(
        steps,
        fc.integer({ min: 1, max: 15 }),
        fc.boolean(),
        fc.option(fc.integer({ min: 300, max: 4999 })),
        async (priceSteps, quantity, isGrower, salePrice) => {
          const product = await makeProduct(context, {
            ...{ price: 5000, salePrice, onSale: salePrice !== null, priceSteps },
            ...fiveKilograms,
          });
          const buyer = isGrower ? asUser(context, grower) : context;
          const unitPrice = unitPriceFor(
            { currentPrice: salePrice ?? 5000, priceSteps },
            quantity,
            isGrower ? growers : null,
          );
          const perMeasure = pricePerMeasure(unitPrice, fiveKilograms);

          const view = await findProductBySlug(buyer, product.slug);
          if (!view) throw new Error("The product was not found.");
          expect(unitPriceFor(view, quantity, view.tradeList)).toBe(unitPrice);
          expect(perMeasureFor(view, quantity, view.tradeList)).toEqual(perMeasure);
          expect(reckoned(restProduct(view), quantity)).toBe(unitPrice / 100);
          const cartId = await makeCart(context, [{ product, quantity }]);
          const cart = await readCart(buyer, cartId);
          expect(cart.lines[0]).toMatchObject({ unitPrice, perMeasure, lineTotal: quantity * unitPrice });
          expect(cart.lines[0]?.priceSteps).toEqual(view.priceSteps);
          const { snapshot } = await prepareCheckout(buyer, {
            cartId,
            details: detailsOf(filledForm()),
            paymentMethod: "stripe",
          });
          expect(snapshot.lines[0]).toMatchObject({ unitPrice, perMeasure });

          const { id, invoiceNumber, items } = await ordered(buyer, product, quantity, snapshot.total);
          expect(items[0]?.price).toBe(unitPrice);
          expect((await findOrder(isGrower ? buyer : staff, id)).items[0]?.price).toBe(unitPrice);
          if (isGrower)
            expect((await findOwnOrder(buyer, id)).items[0]).toMatchObject({ price: unitPrice, perMeasure });
          const invoice = await findVatInvoice(staff, { invoiceNumber, cartId: null, token: null });
          expect(invoice.lines[0]).toMatchObject({ unitPrice, perMeasure, gross: quantity * unitPrice });
        },
      ),
      { numRuns: 12 },
    );
  }, 60_000);
});

describe("a list's prices", () => {
  it("are shown to nobody else", async () => {
    const other = await makeTradeList(context);
    const product = await makeProduct(context, {
      price: 5000,
      priceSteps: [from(10, 4500), from(1, 4000, growers), from(5, 3000, other)],
    });
    const seenBy = async (buyer: Context) => {
      const view = await findProductBySlug(buyer, product.slug);
      return [view?.currentPrice, view?.priceSteps.map(({ price }) => price)];
    };
    expect(await seenBy(context)).toEqual([5000, [4500]]);
    expect(await seenBy(asUser(context, await makeUser(context)))).toEqual([5000, [4500]]);
    expect(await seenBy(asUser(context, grower))).toEqual([4000, [4000, 4500]]);
  });

  it("are in the list of products for those who sell to others, and for nobody else", async () => {
    const name = `Listed ${randomUUID()}`;
    await makeProduct(context, { name, price: 5000, priceSteps: [from(1, 4000, growers)] });
    const stepsFor = async (reader: Context) => {
      const { products } = await listSoldProducts(reader, { search: name });
      return products.map(({ priceSteps }) => priceSteps);
    };
    expect(await stepsFor(context)).toEqual([[]]);
    expect(await stepsFor(asUser(context, await makeUser(context)))).toEqual([[]]);
    const manager = asUser(context, await makeUser(context, { role: "shop_manager" }));
    expect(await stepsFor(manager)).toEqual([[from(1, 4000, growers)]]);
  });

  it("do not come with the customer's address alone, which anybody can type", async () => {
    const product = await makeProduct(context, { price: 5000, priceSteps: [from(1, 4000, growers)] });
    const cartId = await makeCart(context, [{ product, quantity: 1 }]);
    const { snapshot } = await prepareCheckout(context, {
      cartId,
      details: detailsOf(filledForm({ email: grower.email })),
      paymentMethod: "stripe",
    });
    expect(snapshot.lines[0]?.unitPrice).toBe(5000);
  });
});

describe("an order that staff take", () => {
  const take = async (product: Product, quantity: number, more: object) => {
    const staff = asUser(context, await makeUser(context, { role: "administrator", tradeList: growers }));
    const { orderId } = await createStaffOrder(staff, {
      customerName: grower.name,
      customerEmail: grower.email,
      customerPhone: "",
      customerAddress: "1 Field, Hay, HR3 5AA",
      items: [{ productId: product.id, quantity }],
      paymentMethod: "cash",
      payLater: false,
      sendConfirmation: false,
      ...more,
    });
    const [line] = await fresh().find(OrderLine, { order: orderId });
    return { line, order: await fresh().findOneOrFail(Order, orderId) };
  };

  it("has the price of its quantity", async () => {
    const product = await makeProduct(context, { price: 5000, priceSteps: [from(10, 4500)] });
    const { line, order } = await take(product, 10, {});
    expect(line).toMatchObject({ unitPrice: 4500, listPrice: null });
    expect(order.totalAmount).toBe(45_000);
  });

  it("has the prices of the chosen customer's list, not those of the one who takes it", async () => {
    const product = await makeProduct(context, { price: 5000, priceSteps: [from(1, 4000, growers)] });
    expect((await take(product, 1, { customerId: grower.id })).line?.unitPrice).toBe(4000);
    expect((await take(product, 1, {})).line?.unitPrice).toBe(5000);
  });

  it("notes a price that was agreed beside the price of its quantity", async () => {
    const product = await makeProduct(context, { price: 5000, priceSteps: [from(10, 4500)] });
    const items = [{ productId: product.id, quantity: 10, price: 5000 }];
    expect((await take(product, 10, { items })).line).toMatchObject({ unitPrice: 5000, listPrice: 4500 });
  });
});
