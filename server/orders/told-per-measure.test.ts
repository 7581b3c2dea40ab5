import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { Order, Product } from "#db/entities/index.ts";
import { readCart } from "#server/cart/read-cart.server.ts";
import { parseCatalogueQuery } from "#server/catalogue/catalogue-query.schema.ts";
import { findProductBySlug } from "#server/catalogue/find-product.server.ts";
import { findProducts } from "#server/catalogue/find-products.server.ts";
import { structuredProduct } from "#server/catalogue/product-view.ts";
import { detailsOf } from "#server/checkout/checkout-details.ts";
import { prepareCheckout } from "#server/checkout/start-checkout.server.ts";
import { filledForm, paidByScript, payingContext, scriptPayloadOf } from "#server/testing/checkouts.ts";
import { asUser, makeCart, makeOrder, makeProduct, makeUser } from "#server/testing/factories.ts";
import { findMail } from "#server/testing/mailed.ts";
import { runTestSandbox } from "#server/testing/sandbox.ts";
import { makeConfirmationToken } from "./confirmation.server.ts";
import { findConfirmation, resendConfirmation } from "./confirmation-page.server.ts";
import { findOrder } from "./order-views.server.ts";
import { placeOrder } from "./place-order.server.ts";
import { perMeasureOf } from "./vat-document.ts";
import { findVatInvoice } from "./vat-documents.server.ts";

await runTestSandbox();

const context = await payingContext();

/** An order of two, as a script places it. */
async function ordered(productId: number, amount: number): Promise<string> {
  const payload = scriptPayloadOf(await paidByScript(context, amount), [{ productId, quantity: 2 }]);
  const { order } = await placeOrder({ ...context, em: context.em.fork() }, payload, null);
  return order.invoiceNumber;
}

describe("what a measure costs", () => {
  it.each([
    ["the regular price", false, { amount: 6, per: "kg" }, "£30.00 each (£6.00 per kg)"],
    ["the sale price", true, { amount: 5.2, per: "kg" }, "£26.00 each (£5.20 per kg)"],
  ])(
    "of %s is the same on page, in catalogue, cart, checkout, order, invoice, mails and structured data",
    async (_, onSale, told, words) => {
      const product = await makeProduct(context, {
        name: `Measured ${randomUUID()}`,
        price: 3000,
        salePrice: 2600,
        onSale,
        netGrams: 5000,
        unitPriceBasis: "kg",
      });
      const page = await findProductBySlug(context, product.slug);
      expect(page?.perMeasure).toEqual(told);
      const search = new URLSearchParams({ search: product.name });
      expect((await findProducts(context, parseCatalogueQuery(search))).products[0]?.perMeasure).toEqual(
        told,
      );
      const seller = { publicUrl: "https://shop.example", storeName: "Shop", currency: "GBP" } as const;
      expect(page && structuredProduct(page, seller).offers).toMatchObject({
        priceSpecification: {
          "@type": "UnitPriceSpecification",
          price: told.amount.toFixed(2),
          referenceQuantity: { value: 1, unitCode: "KGM" },
        },
      });

      const cartId = await makeCart(context, [{ product, quantity: 2 }]);
      expect((await readCart(context, cartId)).lines[0]?.perMeasure).toEqual(told);
      const details = detailsOf(filledForm());
      const { snapshot } = await prepareCheckout(context, { cartId, details, paymentMethod: "stripe" });
      expect(snapshot.lines[0]?.perMeasure).toEqual(told);

      const invoiceNumber = await ordered(product.id, onSale ? 5200 : 6000);
      const mail = await findMail(context, { key: `order-confirmation:${invoiceNumber}` });
      expect(mail.text.replaceAll(/\s+/g, " ")).toContain(words);
      const { id } = await context.em.fork().findOneOrFail(Order, { invoiceNumber });
      const staff = asUser(context, await makeUser(context, { role: "administrator" }));
      const link = await makeConfirmationToken(context.em.fork(), invoiceNumber, context.clock.now());
      const confirmed = await findConfirmation(context, { cartId: null, token: link });
      expect(confirmed?.lines[0]?.perMeasure).toEqual(told);
      const invoice = await findVatInvoice(staff, { invoiceNumber, cartId: null, token: null });
      expect(invoice.lines[0] && perMeasureOf(invoice.lines[0], "gbp")).toBe(/\((.*)\)/.exec(words)?.[1]);
      await resendConfirmation(staff, { orderId: id });
      const again = await findMail(context, { key: { $like: `order-confirmation:${invoiceNumber}:%` } });
      expect(again.text.replaceAll(/\s+/g, " ")).toContain(words);
    },
  );

  it("is left out of carts, checkouts and mails where none is told", async () => {
    const product = await makeProduct(context, { price: 5000, netGrams: 5000 });
    const cartId = await makeCart(context, [{ product, quantity: 1 }]);
    expect((await readCart(context, cartId)).lines[0]).not.toHaveProperty("perMeasure");
    const details = detailsOf(filledForm());
    const { snapshot } = await prepareCheckout(context, { cartId, details, paymentMethod: "stripe" });
    expect(snapshot.lines[0]).not.toHaveProperty("perMeasure");
  });

  it("is left out of the papers of an order of before, of which nothing is known", async () => {
    const { id, invoiceNumber } = await makeOrder(context);
    const staff = asUser(context, await makeUser(context, { role: "administrator" }));
    const invoice = await findVatInvoice(staff, { invoiceNumber, cartId: null, token: null });
    expect(invoice.lines[0] && perMeasureOf(invoice.lines[0], "gbp")).toBeNull();
    expect((await findOrder(staff, id)).items[0]).not.toHaveProperty("perMeasure");
    await resendConfirmation(staff, { orderId: id });
    const mail = await findMail(context, { key: { $like: `order-confirmation:${invoiceNumber}:%` } });
    expect(mail.text).not.toContain(" per kg");
  });

  it("is kept with the order, whatever the pack becomes", async () => {
    const product = await makeProduct(context, { price: 3000, netGrams: 5000, unitPriceBasis: "kg" });
    const invoiceNumber = await ordered(product.id, 6000);
    const em = context.em.fork();
    await em.nativeUpdate(Product, product.id, { netGrams: 4000 });
    const staff = asUser(context, await makeUser(context, { role: "administrator" }));
    const { lines } = await findVatInvoice(staff, { invoiceNumber, cartId: null, token: null });
    expect(lines[0]?.perMeasure).toEqual({ amount: 6, per: "kg" });
  });
});
