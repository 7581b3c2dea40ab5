import { describe, expect, it } from "vitest";
import { Order } from "#db/entities/index.ts";
import { type Context, fixedClock } from "#server/core/context.ts";
import { monthAway } from "#server/core/shop-time.ts";
import { cancelOrder, recordPaymentByHand } from "#server/orders/change-status.server.ts";
import { createStaffOrder } from "#server/orders/create-staff-order.server.ts";
import { shopOrderSchema } from "#server/orders/order.schema.ts";
import { recordRefund } from "#server/orders/record-refund.server.ts";
import { makeOrder, makeProduct, staffContext } from "#server/testing/factories.ts";
import { makePayment, makeRefund } from "#server/testing/ledger.ts";
import { findVatReport } from "./find-vat-report.server.ts";
import { vatReportQuery } from "./vat-report.ts";

const manager = await staffContext();

const on = (day: string): Context => ({
  ...manager,
  em: manager.em.fork(),
  clock: fixedClock(`${day}T12:00:00Z`),
});

/** The VAT return of that quarter. */
async function quarterFrom(month: string) {
  const query = vatReportQuery.read(new URLSearchParams({ from: month, to: monthAway(month, 2) }));
  const { whole } = await findVatReport(on("2026-12-31"), query);
  return { sold: whole.total.sales.vat, credited: whole.total.credited.vat, due: whole.total.due.vat };
}

/** Taken by staff at £60.00 and still to be paid. */
async function takeOrder(day: string): Promise<number> {
  const product = await makeProduct(manager, { price: 6000, taxRate: 2000 });
  const input = shopOrderSchema.parse({
    customerName: "Gwen Guest",
    customerEmail: "gwen@example.com",
    customerAddress: "1 Mill Lane, Ludlow, SY8 1AA",
    items: [{ productId: product.id, quantity: 1 }],
    paymentMethod: "bank_transfer",
  });
  return (await createStaffOrder(on(day), input)).orderId;
}

/** A refund of the whole order through a provider, whose credit note was issued on that day. */
async function refundOn(day: string, order: Order): Promise<number> {
  const payment = await makePayment(manager, { amount: order.totalAmount });
  const requested = { order: order.id, status: "requested" } as const;
  const { id } = await makeRefund(manager, payment, order.totalAmount, requested);
  await recordRefund(on(day), id, { id: `re_${id}`, status: "succeeded", failure: null });
  return id;
}

describe("a VAT period that is closed", () => {
  it("keeps the invoice of an order that is cancelled unpaid later, whose credit note counts on its own day", async () => {
    const id = await takeOrder("2021-02-10");
    const filed = await quarterFrom("2021-01");
    expect(filed).toEqual({ sold: 1000, credited: 0, due: 1000 });
    await cancelOrder(on("2021-04-10"), { orderId: id, from: "pending", note: "", restock: true });
    expect(await quarterFrom("2021-01")).toEqual(filed);
    expect(await quarterFrom("2021-04")).toEqual({ sold: 0, credited: 1000, due: -1000 });
  });

  it("keeps the credit note of a refund that the bank sends back later, which is reversed on that day", async () => {
    const product = await makeProduct(manager, { price: 6000 });
    const order = await makeOrder(manager, {
      lines: [{ product, quantity: 1 }],
      createdAt: new Date("2022-01-10T12:00:00Z"),
    });
    const refundId = await refundOn("2022-02-10", order);
    const filed = await quarterFrom("2022-01");
    expect(filed).toEqual({ sold: 1000, credited: 1000, due: 0 });
    await recordRefund(on("2022-04-10"), refundId, { id: null, status: "failed", failure: "expired" });
    expect(await quarterFrom("2022-01")).toEqual(filed);
    expect(await quarterFrom("2022-04")).toEqual({ sold: 0, credited: -1000, due: 1000 });
  });

  it("keeps the invoice of an order that is paid later", async () => {
    const id = await takeOrder("2023-02-10");
    const filed = await quarterFrom("2023-01");
    await recordPaymentByHand(on("2023-04-10"), { orderId: id, from: "pending", note: "" });
    expect(await quarterFrom("2023-01")).toEqual(filed);
    expect(await quarterFrom("2023-04")).toEqual({ sold: 0, credited: 0, due: 0 });
  });

  it("is not changed by a payment that is found later: it counts on the day of its invoice, and the report says so", async () => {
    const product = await makeProduct(manager, { price: 6000 });
    const filed = await quarterFrom("2024-01");
    const order = await makeOrder(manager, {
      lines: [{ product, quantity: 1 }],
      createdAt: new Date("2024-04-01T00:30:00Z"),
    });
    const paidAt = new Date("2024-03-31T22:30:00Z");
    await manager.em.fork().nativeUpdate(Order, { id: order.id }, { paidAt, taxPointAt: paidAt });
    expect(await quarterFrom("2024-01")).toEqual(filed);
    expect(await quarterFrom("2024-04")).toEqual({ sold: 1000, credited: 0, due: 1000 });
    const query = vatReportQuery.read(new URLSearchParams({ from: "2024-01", to: "2024-06" }));
    const { periods, whole } = await findVatReport(on("2026-12-31"), query);
    expect(periods.map(({ earlier }) => earlier.vat)).toEqual([0, 1000]);
    expect(whole.earlier.vat).toBe(0);
  });
});
