import { describe, expect, it } from "vitest";
import { send } from "#server/testing/batches.ts";
import { buyByCard, payingContext } from "#server/testing/checkouts.ts";
import { makeCart, makeProduct } from "#server/testing/factories.ts";
import { findMail } from "#server/testing/mailed.ts";
import { runTestSandbox } from "#server/testing/sandbox.ts";
import { makeConfirmationToken } from "./confirmation.server.ts";
import { findConfirmation, isExpiredLink, resendOwnConfirmation } from "./confirmation-page.server.ts";
import { findVatInvoice } from "./vat-documents.server.ts";

await runTestSandbox();

const context = await payingContext();
const opened = await buyByCard(context, [
  { product: await makeProduct(context, { price: 5000 }), quantity: 2 },
]);

describe("an order's confirmation", () => {
  it("is shown to the browser whose cart bought it", async () => {
    expect(await findConfirmation(context, { cartId: opened.cartId, token: null })).toMatchObject({
      invoiceNumber: opened.invoiceNumber,
      customerEmail: opened.form.email,
      totals: { total: 10_000 },
      lines: [{ quantity: 2, lineTotal: 10_000 }],
    });
  });

  it("is opened by the link in the mail, and by no other token", async () => {
    const mail = await findMail(context, { recipient: opened.form.email, template: "order-confirmation" });
    const token = new URL(
      /http:\/\/shop\.test\/order-confirmation\S*/.exec(mail.text)?.[0] ?? "",
    ).searchParams.get("t");
    expect(await findConfirmation(context, { cartId: null, token })).toMatchObject({
      totals: { total: 10_000 },
    });
    const [invoiceNumber, day, signature = ""] = (token ?? "").split(".");
    const ofAnother = await makeConfirmationToken(context.em.fork(), "INV-1", new Date());
    for (const wrong of [
      `${invoiceNumber}.${day}.${"A".repeat(signature.length)}`,
      `${invoiceNumber}.${day}.${ofAnother.split(".")[2]}`,
      `${invoiceNumber}.zzz.${signature}`,
      `${opened.invoiceNumber}.`,
      `${opened.invoiceNumber}.${"A".repeat(43)}`,
      opened.invoiceNumber,
      ".",
    ]) {
      expect(await findConfirmation(context, { cartId: opened.cartId, token: wrong })).toBeUndefined();
    }
  });

  it("is opened by that link for a year; after that it only asks for a new one, sent to the order's own address", async () => {
    const token = await makeConfirmationToken(context.em.fork(), opened.invoiceNumber, new Date());
    const daysOn = (days: number) => ({
      ...context,
      clock: { now: () => new Date(Date.now() + days * 24 * 60 * 60 * 1000) },
    });
    const visitor = { cartId: null, token };
    expect(await findConfirmation(daysOn(364), visitor)).toBeDefined();
    expect(await isExpiredLink(daysOn(364), token)).toBe(false);
    expect(await findConfirmation(daysOn(367), visitor)).toBeUndefined();
    expect(await isExpiredLink(daysOn(367), token)).toBe(true);
    await expect(
      findVatInvoice(daysOn(367), { ...visitor, invoiceNumber: opened.invoiceNumber }),
    ).toBeRefused("not_found");
    expect(await resendOwnConfirmation(daysOn(367), visitor)).toBe(opened.form.email);
    const sent = await findMail(context, { recipient: opened.form.email, template: "order-confirmation" });
    const fresh = /order-confirmation\?t=([^\s&\])]+)/.exec(sent.text)?.[1] ?? "";
    expect(await findConfirmation(daysOn(367), { cartId: null, token: fresh })).toMatchObject({
      totals: { total: 10_000 },
    });
  });

  it("shows what happened to it", async () => {
    const shown = await findConfirmation(context, { cartId: opened.cartId, token: null });
    expect(shown).toMatchObject({ status: "processing", dispatched: null, notes: [] });
    expect(shown?.timeline[0]?.message).toBe("Order placed and paid");
    await send(context, opened.order);
    const sent = await findConfirmation(context, { cartId: opened.cartId, token: null });
    expect(sent).toMatchObject({ dispatched: { carrier: "Royal Mail", trackingNumber: expect.any(String) } });
    expect(sent?.timeline.map(({ message }) => message)).toContain(
      `Dispatched with Royal Mail, tracking number ${sent?.dispatched?.trackingNumber}`,
    );
  });

  it("is shown to nobody else", async () => {
    expect(await findConfirmation(context, { cartId: null, token: null })).toBeUndefined();
    const otherCart = await makeCart(context, []);
    expect(await findConfirmation(context, { cartId: otherCart, token: null })).toBeUndefined();
  });
});
