import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OutboxEmail } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { type OpenedCheckout, openCheckout, payingContext } from "#server/testing/checkouts.ts";
import { makeCart, makeProduct } from "#server/testing/factories.ts";
import { payIntent, startTestSandbox } from "#server/testing/sandbox.ts";
import { finalisePayment } from "./finalise-payment.server.ts";
import { findConfirmation } from "./find-confirmation.server.ts";

let sandbox: Awaited<ReturnType<typeof startTestSandbox>>;
let context: Context;
let opened: OpenedCheckout;

beforeAll(async () => {
  sandbox = await startTestSandbox();
  context = await payingContext();
  opened = await openCheckout(context, [
    { product: await makeProduct(context, { price: 5000 }), quantity: 2 },
  ]);
  await payIntent(opened.clientSecret, "4242424242424242");
  await finalisePayment(context, "stripe", opened.paymentIntentId);
});
afterAll(() => sandbox.stop());

describe("an order's confirmation", () => {
  it("is shown to the browser whose cart bought it", async () => {
    expect(await findConfirmation(context, { cartId: opened.cartId, token: null })).toMatchObject({
      invoiceNumber: opened.invoiceNumber,
      customerEmail: opened.form.email,
      total: 10_000,
      lines: [{ quantity: 2, lineTotal: 10_000 }],
    });
  });

  it("is opened by the link in the mail, and by no other token", async () => {
    const mail = await context.em.fork().findOneOrFail(OutboxEmail, { recipient: opened.form.email });
    const token = new URL(
      /http:\/\/shop\.test\/order-confirmation\S*/.exec(mail.text)?.[0] ?? "",
    ).searchParams.get("t");
    expect(await findConfirmation(context, { cartId: null, token })).toMatchObject({ total: 10_000 });
    for (const wrong of [
      `${opened.invoiceNumber}.`,
      `${opened.invoiceNumber}.${"A".repeat(43)}`,
      opened.invoiceNumber,
      ".",
    ]) {
      expect(await findConfirmation(context, { cartId: opened.cartId, token: wrong })).toBeUndefined();
    }
  });

  it("is shown to nobody else", async () => {
    expect(await findConfirmation(context, { cartId: null, token: null })).toBeUndefined();
    const stranger = await makeCart(context, []);
    expect(await findConfirmation(context, { cartId: stranger, token: null })).toBeUndefined();
  });
});

describe("the confirmation mail", () => {
  it("holds the contract: lines, totals, delivery address, the right to cancel, who the shop is", async () => {
    const { text, html } = await context.em
      .fork()
      .findOneOrFail(OutboxEmail, { recipient: opened.form.email });
    for (const part of [
      opened.invoiceNumber,
      "£100.00",
      "1 Mill Lane, Ludlow, SY8 1AA",
      "14 days",
      context.settings.storeAddress,
    ]) {
      expect(text).toContain(part);
      expect(html).toContain(part);
    }
  });
});
