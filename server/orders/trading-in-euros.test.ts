import { beforeEach, describe, expect, it } from "vitest";
import { Checkout, Payment, Refund, StoreSetting } from "#db/entities/index.ts";
import { openAsShown, openElsewhere } from "#server/checkout/pay.server.ts";
import type { Context } from "#server/core/context.ts";
import { stripeProvider } from "#server/payments/stripe/stripe-provider.server.ts";
import { reconcile } from "#server/reports/reconcile.server.ts";
import { saveSomeSettings } from "#server/settings/save-settings.server.ts";
import { buyByCard, buyWithPayPal, filledForm, payingContext } from "#server/testing/checkouts.ts";
import { asUser, makeCart, makeProduct, makeUser, putSettings } from "#server/testing/factories.ts";
import { aroundNow } from "#server/testing/ledger.ts";
import { mailsTo } from "#server/testing/mailed.ts";
import { runTestSandbox } from "#server/testing/sandbox.ts";
import { refundOrder } from "./refund-order.server.ts";
import { findCorrectionNote, findVatInvoice } from "./vat-documents.server.ts";

/* The shop's currency is another than pounds, as it may become before its first order. */

await runTestSandbox();

let pounds: Context;

/** A shopper's next request after the change. */
async function trade(currency: "EUR" | "USD"): Promise<Context> {
  await putSettings(pounds, { currency, exchangeRate: 0.8543, exchangeRateDay: "2026-11-20" });
  return payingContext();
}

const staffOf = async (context: Context) =>
  asUser(context, await makeUser(context, { role: "administrator" }));
const fresh = (context: Context) => context.em.fork();
const bag = async (context: Context) => [
  { product: await makeProduct(context, { price: 6000 }), quantity: 1 },
];

beforeEach(async () => {
  pounds = await payingContext();
  await fresh(pounds).nativeDelete(StoreSetting, {});
  pounds = await payingContext();
});

describe("a shop that trades in euros", () => {
  it.each([
    ["by card", buyByCard],
    ["with PayPal", buyWithPayPal],
  ])("charges, books and refunds %s in euros, and states the VAT in pounds as well", async (_, buy) => {
    const euros = await trade("EUR");
    const { order, checkoutId } = await buy(euros, await bag(euros));
    expect(order).toMatchObject({ currency: "eur", totalAmount: 6000, sterlingRate: 854_300 });
    const payment = await fresh(euros).findOneOrFail(Payment, { checkout: checkoutId });
    expect(payment).toMatchObject({ currency: "eur", amountReceived: 6000 });
    const [mail] = await mailsTo(euros, order.customerEmail);
    expect(mail?.html).toContain("€60.00");
    expect(mail?.text).not.toContain("£");
    expect(mail?.text).toContain("Prices are in euros");

    const staff = await staffOf(euros);
    const visitor = { invoiceNumber: order.invoiceNumber, cartId: null, token: null };
    expect(await findVatInvoice(staff, visitor)).toMatchObject({
      currency: "eur",
      total: { vat: 1000, gross: 6000 },
      inPounds: "Total VAT in pounds sterling: £8.54, at £0.8543 for €1.00 (rate of 20 November 2026).",
    });

    // The document keeps its rate; so does the note that corrects it.
    await saveSomeSettings(staff, { values: { exchangeRate: 0.9, exchangeRateDay: "2026-11-21" } });
    const later = await staffOf(await payingContext());
    await refundOrder(later, {
      orderId: order.id,
      key: order.invoiceNumber,
      seenRefunded: 0,
      amount: 3000,
      reason: "Torn",
    });
    expect(await fresh(euros).findOneOrFail(Refund, { order: order.id })).toMatchObject({
      amount: 3000,
      status: "succeeded",
    });
    const [number] = (
      await fresh(euros).execute<{ number: string }[]>(
        "select number from correction_note where order_id = ?",
        [order.id],
      )
    ).map((note) => note.number);
    expect(await findCorrectionNote(later, { ...visitor, noteNumber: number ?? "" })).toMatchObject({
      currency: "eur",
      inPounds: expect.stringContaining("£4.27, at £0.8543 for €1.00"),
    });
    expect((await reconcile(later, aroundNow())).differences).toEqual([]);
  });
});

describe("what was begun before the currency changed", () => {
  it("is refused where a button still shows pounds, though the number is the same", async () => {
    const euros = await trade("EUR");
    const cartId = await makeCart(euros, await bag(euros));
    const items = (await fresh(euros).execute<{ productId: number; quantity: number }[]>(
      'select product_id as "productId", quantity from cart_line where cart_id = ?',
      [cartId],
    )) as { productId: number; quantity: number }[];
    const pressed = { cartId, form: filledForm(), items };
    const inPounds = { amount: 6000, currency: "gbp" } as const;
    const refusal = { code: "conflict", message: "The total is now €60.00. Please check it and pay again." };
    await expect(openAsShown(euros, stripeProvider, { ...pressed, shown: inPounds })).rejects.toMatchObject(
      refusal,
    );
    await expect(
      openElsewhere(euros, { cartId, form: filledForm(), method: "stripe", shown: inPounds }),
    ).rejects.toMatchObject(refusal);
    const inEuros = { amount: 6000, currency: "eur" } as const;
    await openAsShown(euros, stripeProvider, { ...pressed, shown: inEuros });
    expect(await fresh(euros).findOneOrFail(Checkout, { cart: cartId })).toMatchObject({ currency: "eur" });
  });
});
