import { beforeAll, describe, expect, it } from "vitest";
import { Dispute, Order, Payment, Refund } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { makeOrder, testContext } from "#server/testing/factories.ts";
import { makeLostDispute, makePaidOrder, makePayment, makeRefund } from "#server/testing/ledger.ts";
import { addUpLedger } from "./add-up-ledger.server.ts";
import type { LedgerMonth } from "./ledger-view.ts";
import { readLedger } from "./read-ledger.server.ts";

const MONTHS = ["2024-05", "2024-06"] as const;

let context: Context;
beforeAll(async () => {
  context = await testContext({ actor: { kind: "system" } });
});

const on = (day: number) => new Date(`2024-05-${String(day).padStart(2, "0")}T23:30:00Z`);

async function read(): Promise<LedgerMonth[]> {
  const months: LedgerMonth[] = [];
  for (const month of MONTHS) months.push(await readLedger(context, { month }));
  return months;
}

/** Every day calculated from the rows, whatever was stored and noted of it. */
async function readRows(): Promise<LedgerMonth[]> {
  const em = context.em.fork();
  await em.execute(
    `insert into ledger_day_change (day)
     select day::date from generate_series('2024-05-01'::date, '2024-06-30'::date, '1 day') day`,
  );
  return read();
}

const em = () => context.em.fork();

const changes: [string, () => Promise<unknown>][] = [
  ["a payment that bought an order", () => makePaidOrder(context, { receivedAt: on(1) })],
  [
    "a payment that is opened, received, and moved by a correction",
    async () => {
      const { id } = await makePayment(context, { receivedAt: on(2) });
      await em().nativeUpdate(Payment, { id }, { amountReceived: 0, receivedAt: null });
      await addUpLedger(context);
      await em().nativeUpdate(Payment, { id }, { amountReceived: 1500, receivedAt: on(31) });
    },
  ],
  [
    "a payment whose order comes later, and one whose order is another's by a correction",
    async () => {
      const { order, payment } = await makePaidOrder(context, { receivedAt: on(3) });
      await em().nativeUpdate(Order, { id: order.id }, { transactionId: "elsewhere" });
      await addUpLedger(context);
      await em().nativeUpdate(
        Order,
        { id: order.id },
        { transactionId: payment.providerPaymentId, totalAmount: 1900 },
      );
    },
  ],
  [
    "refunds asked for, made on another day, and failed",
    async () => {
      const { payment } = await makePaidOrder(context, { receivedAt: on(4) });
      await makeRefund(context, payment, 500, { createdAt: on(9) });
      await addUpLedger(context);
      const failing = await makeRefund(context, payment, 700, { createdAt: on(10) });
      await addUpLedger(context);
      await em().nativeUpdate(Refund, { id: failing.id }, { status: "failed" });
    },
  ],
  [
    "a dispute that is lost later",
    async () => {
      const { payment } = await makePaidOrder(context, { receivedAt: on(5) });
      await makeLostDispute(context, payment, 100);
      await addUpLedger(context);
      await em().nativeUpdate(Dispute, { payment: payment.id }, { amountLost: 90 });
    },
  ],
  [
    "an order recorded by hand, and one that is paid later",
    async () => {
      const cash = { paymentMethod: "cash" as const, transactionId: null };
      const { id } = await makeOrder(context, { createdAt: on(6) });
      await em().nativeUpdate(Order, { id }, cash);
      const later = await makeOrder(context, { createdAt: on(6) });
      await em().nativeUpdate(Order, { id: later.id }, { ...cash, paidAt: null });
      await addUpLedger(context);
      await em().nativeUpdate(Order, { id: later.id }, { paidAt: on(12) });
    },
  ],
  ["a payment in another currency", () => makePayment(context, { currency: "eur", receivedAt: on(7) })],
  [
    "a day that nothing is left of",
    async () => {
      const { id } = await makePayment(context, { receivedAt: on(20) });
      await addUpLedger(context);
      await em().nativeUpdate(Payment, { id }, { amountReceived: 0, receivedAt: null });
    },
  ],
];

describe("the kept days of the ledger", () => {
  it.each(changes)("are those of the rows after %s", async (_what, change) => {
    await addUpLedger(context);
    await change();
    const noted = await read();
    await addUpLedger(context);
    const ledger = await read();
    const rows = await readRows();
    expect(noted).toEqual(rows);
    expect(ledger).toEqual(rows);
  });

  it("are right whoever adds them up, several at once and while payments come in", async () => {
    await Promise.all([
      ...Array.from({ length: 4 }, () => makePaidOrder(context, { receivedAt: on(25) })),
      ...Array.from({ length: 4 }, async () => addUpLedger(await testContext())),
    ]);
    await addUpLedger(context);
    const ledger = await read();
    expect(ledger).toEqual(await readRows());
    expect(ledger[0]?.days.find(({ day }) => day === "2024-05-26")).toMatchObject({ payments: 4 });
  });
});
