import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { CorrectionNote, Order, OrderLine, Product, Refund } from "#db/entities/index.ts";
import { fixedClock } from "#server/core/context.ts";
import { buyByCard, type OpenedCheckout, payingContext } from "#server/testing/checkouts.ts";
import { asUser, makeProduct, makeUser, withSettings } from "#server/testing/factories.ts";
import { findMail } from "#server/testing/mailed.ts";
import { pdfLines } from "#server/testing/pdf-lines.ts";
import { runTestSandbox } from "#server/testing/sandbox.ts";
import { cancelOrder } from "./change-status.server.ts";
import { findConfirmation } from "./confirmation-page.server.ts";
import { createStaffOrder } from "./create-staff-order.server.ts";
import { shopOrderSchema } from "./order.schema.ts";
import type { OrderStatus } from "./order.ts";
import { recordRefund } from "./record-refund.server.ts";
import { refundOrder } from "./refund-order.server.ts";
import { findStaffOrder } from "./staff-order-view.server.ts";
import { findCorrectionNote, findVatInvoice, writeVatDocumentPdf } from "./vat-documents.server.ts";

await runTestSandbox();

const NO_CLAIM = { cartId: null, token: null };

const context = withSettings(await payingContext(), { vatNumber: "GB123456789" });
const manager = asUser(context, await makeUser(context, { role: "shop_manager" }));

interface Sold extends OpenedCheckout {
  orderId: number;
  lines: OrderLine[];
}

/** Two bags at 20%, £60.00, one of feed at 5%, £21.00: no delivery above £75. */
async function sell(): Promise<Sold> {
  const { order, ...opened } = await buyByCard(context, [
    {
      product: await makeProduct(context, { name: "Orchard Biochar", price: 3000, taxRate: 2000 }),
      quantity: 2,
    },
    { product: await makeProduct(context, { name: "Feed Biochar", price: 2100, taxRate: 500 }), quantity: 1 },
  ]);
  return {
    ...opened,
    orderId: order.id,
    lines: await context.em.fork().find(OrderLine, { order: order.id }, { orderBy: { id: "asc" } }),
  };
}

/** Refunds and gives the note's number. */
async function refund({ orderId }: Sold, amount: number, seenRefunded: number, units: object[] = []) {
  const key = randomUUID();
  const input = { orderId, key, seenRefunded, amount, reason: "One bag was torn", units };
  await refundOrder(manager, input as Parameters<typeof refundOrder>[1]);
  return noteOf(key);
}

/** The number of the credit note of a refund. */
async function noteOf(key: string): Promise<string> {
  const note = await context.em.fork().findOneOrFail(CorrectionNote, { refund: { key }, kind: "credit" });
  return note.number;
}

describe("a credit note", () => {
  it("names the invoice it corrects, why, and net, VAT and gross of what came back", async () => {
    const sold = await sell();
    const order = await context.em.fork().findOneOrFail(Order, sold.orderId);
    const number = await refund(sold, 3000, 0, [{ lineId: sold.lines[0]?.id, quantity: 1 }]);
    const note = await findCorrectionNote(manager, { ...NO_CLAIM, ...sold, noteNumber: number });
    expect(note).toMatchObject({
      heading: "VAT credit note",
      remark: null,
      number,
      facts: expect.arrayContaining([
        { label: "Original invoice", value: order.vatInvoiceNumber },
        { label: "Invoice date", value: expect.stringMatching(/^\d+ \w+ \d{4}$/) },
        { label: "Order number", value: sold.invoiceNumber },
      ]),
      seller: { vatNumber: "GB123456789" },
      blocks: [
        { lines: expect.arrayContaining(["Gwen Guest"]) },
        { heading: "Reason", lines: ["One bag was torn"] },
      ],
      lines: [
        { description: "Orchard Biochar", quantity: 1, vatRate: 2000, net: 2500, vat: 500, gross: 3000 },
      ],
      total: { net: 2500, vat: 500, gross: 3000 },
    });
    const text = pdfLines(await writeVatDocumentPdf(note)).join("\n");
    for (const part of [number, order.vatInvoiceNumber, "One bag was torn", "£25.00", "£5.00"]) {
      expect(text.replaceAll("\n", " ")).toContain(part);
    }
  });

  it("stays what it was when shop, product and later refunds change", async () => {
    const sold = await sell();
    const visitor = { ...NO_CLAIM, ...sold, noteNumber: await refund(sold, 1001, 0) };
    const before = await findCorrectionNote(manager, visitor);
    await refund(sold, 2000, 1001);
    await context.em.fork().nativeUpdate(Product, { name: "Orchard Biochar" }, { name: "After", taxRate: 0 });
    const renamed = withSettings(manager, { vatNumber: "GB987654321", storeName: "Renamed" });
    expect(await findCorrectionNote({ ...renamed, em: context.em.fork() }, visitor)).toEqual(before);
  });

  it("is taken back by a debit note of the day when the bank sends the refund back, and its share can be credited again", async () => {
    const sold = await sell();
    const number = await refund(sold, 8100, 0);
    const em = context.em.fork();
    const returned = await em.findOneOrFail(Refund, { order: sold.orderId });
    const failed = { id: null, status: "failed" as const, failure: "lost_or_stolen_card" };
    const later = { ...context, em, clock: fixedClock("2027-04-02T12:00:00Z") };
    await recordRefund(later, returned.id, failed);
    await recordRefund(later, returned.id, failed);

    const visitor = { ...NO_CLAIM, ...sold };
    const { notes = [] } = (await findConfirmation(context, { cartId: sold.cartId, token: null })) ?? {};
    expect(notes).toMatchObject([
      { kind: "credit", number, amount: 8100 },
      { kind: "debit", number: expect.stringMatching(/^OXB-DN-\d{6}$/), amount: 8100 },
    ]);
    const debitNumber = notes[1]?.number ?? "";
    const debit = await findCorrectionNote(manager, { ...visitor, noteNumber: debitNumber });
    expect(debit).toMatchObject({
      kind: "debit-note",
      heading: "VAT debit note",
      remark: null,
      facts: expect.arrayContaining([
        { label: "Issue date", value: "2 April 2027" },
        { label: "Credit note taken back", value: number },
      ]),
      blocks: [{}, { lines: ["The bank returned the refund"] }],
      total: { vat: 1100, gross: 8100 },
    });
    expect(await findCorrectionNote(manager, { ...visitor, noteNumber: number })).toMatchObject({
      remark: `Taken back by debit note ${debitNumber} of 2 April 2027: the bank returned this refund.`,
      total: { vat: 1100, gross: 8100 },
    });

    const { payment, order, amount, reason, source, lines } = returned;
    const key = randomUUID();
    const again = em.create(Refund, { key, payment, order, amount, reason, source, lines });
    await em.flush();
    await recordRefund(context, again.id, { id: `re_${key}`, status: "succeeded", failure: null });
    expect(await findCorrectionNote(manager, { ...visitor, noteNumber: await noteOf(key) })).toMatchObject({
      total: { vat: 1100, gross: 8100 },
    });
  });
});

describe("an order that is cancelled", () => {
  const takeOrder = async (price: number) => {
    const product = await makeProduct(context, { name: "Orchard Biochar", taxRate: 2000 });
    const input = shopOrderSchema.parse({
      customerName: "Gwen Guest",
      customerEmail: "gwen@example.com",
      customerAddress: "1 Mill Lane, Ludlow, SY8 1AA",
      items: [{ productId: product.id, quantity: 2, price: price / 100 }],
      paymentMethod: "account",
    });
    const { orderId } = await createStaffOrder(manager, input);
    return context.em.fork().findOneOrFail(Order, orderId);
  };
  const cancel = (id: number, from: OrderStatus, clock = context.clock) =>
    cancelOrder({ ...manager, em: context.em.fork(), clock }, { orderId: id, from, note: "", restock: true });

  it("unpaid is credited in full on that day, and its invoice says so", async () => {
    const { id, invoiceNumber, vatInvoiceNumber } = await takeOrder(3000);
    await cancel(id, "pending", fixedClock("2027-04-02T12:00:00Z"));
    const { notes, timeline } = await findStaffOrder(manager, id);
    expect(notes).toMatchObject([{ kind: "credit", amount: 6000, refundId: null }]);
    const noteNumber = notes[0]?.number ?? "";
    expect(noteNumber).toMatch(/^OXB-CN-\d{6}$/);
    expect(timeline.map(({ message }) => message)).toContain(`Order cancelled (credit note ${noteNumber})`);

    const note = await findCorrectionNote(manager, { ...NO_CLAIM, invoiceNumber, noteNumber });
    expect(note).toMatchObject({
      heading: "VAT credit note",
      facts: expect.arrayContaining([
        { label: "Issue date", value: "2 April 2027" },
        { label: "Original invoice", value: vatInvoiceNumber },
      ]),
      blocks: [{}, { lines: ["The order was cancelled before it was paid"] }],
      lines: [{ description: "Orchard Biochar", quantity: 2, vatRate: 2000 }],
      total: { net: 5000, vat: 1000, gross: 6000 },
      closing: "Nothing was paid for what is credited here, and nothing is to be paid for it any more.",
    });
    expect(await findVatInvoice(manager, { ...NO_CLAIM, invoiceNumber })).toMatchObject({
      remark: `The order was cancelled. This invoice is corrected by credit note ${noteNumber} of 2 April 2027.`,
      closing: "Nothing was paid, and nothing is to be paid any more.",
    });
  });

  it("and was given away needs no credit note", async () => {
    const { id } = await takeOrder(0);
    await cancel(id, "pending");
    expect((await findStaffOrder(manager, id)).notes).toEqual([]);
  });

  it("paid is credited when the money goes back, and its invoice says so", async () => {
    const sold = await sell();
    await cancel(sold.orderId, "processing");
    const visitor = { ...NO_CLAIM, ...sold };
    expect(await findVatInvoice(manager, visitor)).toMatchObject({
      remark: "The order was cancelled. A credit note follows when what was paid is given back.",
    });
    const number = await refund(sold, 8100, 0);
    expect((await findVatInvoice(manager, visitor)).remark).toContain(
      `corrected by credit note ${number} of`,
    );
  });
});

describe("who may see a credit note", () => {
  it("anyone who may see the invoice, also by the link in the refund's mail", async () => {
    const sold = await sell();
    const noteNumber = await refund(sold, 500, 0);
    const { invoiceNumber, form } = sold;
    const mail = await findMail(context, { recipient: form.email, template: "order-refunded" });
    const link = /http:\/\/shop\.test(\/orders\/\S+\/notes\/\S+)/.exec(mail.text)?.[1] ?? "";
    expect(link).toContain(`/orders/${invoiceNumber}/notes/${noteNumber}?t=`);
    const token = new URL(link, "http://shop.test").searchParams.get("t");
    const visitor = { invoiceNumber, noteNumber, cartId: null, token };
    expect(await findCorrectionNote(context, visitor)).toMatchObject({ number: noteNumber });
  });

  it("nobody else, not under another order's number, and nothing tells whether it exists", async () => {
    const [sold, other] = [await sell(), await sell()];
    const noteNumber = await refund(sold, 500, 0);
    const { invoiceNumber } = sold;
    for (const [asking, visitor] of [
      [context, { invoiceNumber, noteNumber, ...NO_CLAIM }],
      [manager, { invoiceNumber: other.invoiceNumber, noteNumber, ...NO_CLAIM }],
      [manager, { invoiceNumber, noteNumber: "OXB-CN-999999", ...NO_CLAIM }],
      [manager, { invoiceNumber, noteNumber: "' or 1=1", ...NO_CLAIM }],
    ] as const) {
      await expect(findCorrectionNote(asking, visitor)).toBeRefused("not_found", {
        message: "Credit or debit note not found",
      });
    }
  });
});
