import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { Order, OrderLine, OutboxEmail, Product, Refund } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { buyByCard, type OpenedCheckout, payingContext } from "#server/testing/checkouts.ts";
import { asUser, makeCart, makeProduct, makeUser, withSettings } from "#server/testing/factories.ts";
import { linesOfPdf } from "#server/testing/lines-of-pdf.ts";
import { runTestSandbox } from "#server/testing/sandbox.ts";
import { applyRefund } from "./apply-refund.server.ts";
import { findConfirmation } from "./find-confirmation.server.ts";
import { findCreditNote } from "./find-credit-note.server.ts";
import { refundOrder } from "./refund-order.server.ts";
import { writeVatDocumentPdf } from "./write-vat-document-pdf.server.ts";

runTestSandbox();

const NO_CLAIM = { cartId: null, token: null };

let context: Context;
let manager: Context;

beforeAll(async () => {
  context = withSettings(await payingContext(), { vatNumber: "GB123456789" });
  manager = asUser(context, await makeUser(context, { role: "shop_manager" }));
});

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
async function refund({ orderId }: Sold, amount: number, seenRefunded: number, restock: object[] = []) {
  const key = randomUUID();
  const wish = { orderId, key, seenRefunded, amount, reason: "One bag was torn", restock };
  await refundOrder(manager, wish as Parameters<typeof refundOrder>[1]);
  const { creditNoteNumber } = await context.em.fork().findOneOrFail(Refund, { key });
  return creditNoteNumber ?? "";
}

const refusal = (asking: Context, visitor: Parameters<typeof findCreditNote>[1]) =>
  findCreditNote(asking, visitor).catch((error: unknown) => error);

describe("a credit note", () => {
  it("names the invoice it corrects, why, and net, VAT and gross of what came back", async () => {
    const sold = await sell();
    const order = await context.em.fork().findOneOrFail(Order, sold.orderId);
    const number = await refund(sold, 3000, 0, [{ lineId: sold.lines[0]?.id, quantity: 1 }]);
    const note = await findCreditNote(manager, { ...NO_CLAIM, ...sold, creditNoteNumber: number });
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
    const text = linesOfPdf(await writeVatDocumentPdf(note)).join("\n");
    for (const part of [number, order.vatInvoiceNumber, "One bag was torn", "£25.00", "£5.00"]) {
      expect(text.replaceAll("\n", " ")).toContain(part);
    }
  });

  it("of each part refund takes only what is left, so that all VAT is credited and no more", async () => {
    const sold = await sell();
    const numbers = [
      await refund(sold, 1001, 0),
      await refund(sold, 3333, 1001),
      await refund(sold, 8100 - 4334, 4334),
    ];
    const notes = [];
    for (const creditNoteNumber of numbers) {
      notes.push(await findCreditNote(manager, { ...NO_CLAIM, ...sold, creditNoteNumber }));
    }
    expect(notes.map(({ total }) => total.gross)).toEqual([1001, 3333, 3766]);
    // £10.00 inside £60.00 at 20%, £1.00 inside £21.00 at 5%.
    expect(notes.reduce((sum, { total }) => sum + total.vat, 0)).toBe(1100);
  });

  it("stays what it was when shop, product and later refunds change", async () => {
    const sold = await sell();
    const visitor = { ...NO_CLAIM, ...sold, creditNoteNumber: await refund(sold, 1001, 0) };
    const before = await findCreditNote(manager, visitor);
    await refund(sold, 2000, 1001);
    await context.em.fork().nativeUpdate(Product, { name: "Orchard Biochar" }, { name: "After", taxRate: 0 });
    const renamed = withSettings(manager, { vatNumber: "GB987654321", storeName: "Renamed" });
    expect(await findCreditNote({ ...renamed, em: context.em.fork() }, visitor)).toEqual(before);
  });

  it("is void when the bank sends the refund back, and its share can be credited again", async () => {
    const sold = await sell();
    const number = await refund(sold, 8100, 0);
    const em = context.em.fork();
    const returned = await em.findOneOrFail(Refund, { creditNoteNumber: number });
    await applyRefund(context, returned.id, { id: null, status: "failed", failure: "lost_or_stolen_card" });
    const visitor = { ...NO_CLAIM, ...sold };
    expect(await findCreditNote(manager, { ...visitor, creditNoteNumber: number })).toMatchObject({
      remark: expect.stringMatching(/^Void/),
    });
    expect((await findConfirmation(context, { cartId: sold.cartId, token: null }))?.creditNotes).toEqual([]);

    const { payment, order, amount, reason, source, restock } = returned;
    const key = randomUUID();
    const again = em.create(Refund, { key, payment, order, amount, reason, source, restock });
    await em.flush();
    await applyRefund(context, again.id, { id: `re_${key}`, status: "succeeded", failure: null });
    const { creditNoteNumber } = await context.em.fork().findOneOrFail(Refund, { key });
    expect(
      await findCreditNote(manager, { ...visitor, creditNoteNumber: creditNoteNumber ?? "" }),
    ).toMatchObject({ total: { vat: 1100, gross: 8100 } });
  });
});

describe("who may see a credit note", () => {
  it("whoever may see the invoice: staff, the browser that paid and the link in the refund's mail", async () => {
    const sold = await sell();
    const creditNoteNumber = await refund(sold, 500, 0);
    const { invoiceNumber, cartId, form } = sold;
    const mail = await context.em
      .fork()
      .findOneOrFail(OutboxEmail, { recipient: form.email, template: "order-refunded" });
    const link = /http:\/\/shop\.test(\/orders\/\S+\/credit-notes\/\S+)/.exec(mail.text)?.[1] ?? "";
    expect(link).toContain(`/orders/${invoiceNumber}/credit-notes/${creditNoteNumber}?t=`);
    const token = new URL(link, "http://shop.test").searchParams.get("t");
    for (const visitor of [
      { cartId, token: null },
      { cartId: null, token },
    ]) {
      expect(await findCreditNote(context, { invoiceNumber, creditNoteNumber, ...visitor })).toMatchObject({
        number: creditNoteNumber,
      });
    }
  });

  it("nobody else, not under another order's number, and nothing tells whether it exists", async () => {
    const [sold, other] = [await sell(), await sell()];
    const creditNoteNumber = await refund(sold, 500, 0);
    const { invoiceNumber } = sold;
    const stranger = asUser(context, await makeUser(context));
    const cartId = await makeCart(context, []);
    for (const [asking, visitor] of [
      [context, { invoiceNumber, creditNoteNumber, ...NO_CLAIM }],
      [context, { invoiceNumber, creditNoteNumber, cartId, token: null }],
      [stranger, { invoiceNumber, creditNoteNumber, ...NO_CLAIM }],
      [manager, { invoiceNumber: other.invoiceNumber, creditNoteNumber, ...NO_CLAIM }],
      [manager, { invoiceNumber, creditNoteNumber: "OXB-CN-999999", ...NO_CLAIM }],
      [manager, { invoiceNumber, creditNoteNumber: "' or 1=1", ...NO_CLAIM }],
    ] as const) {
      expect(await refusal(asking, visitor)).toMatchObject({
        code: "not_found",
        message: "Credit note not found",
      });
    }
  });
});
