import { defineEntity, p } from "@mikro-orm/core";

/*
 * The sums behind the Reconciliation tab (docs/decisions on sums). Database triggers note each day (UK time) whose
 * figures something has touched, in the same transaction; a job makes those days anew. Read them through
 * server/ledger/read-ledger.server.ts, which makes the days that are noted and not yet added up anew as it reads.
 */

/** What came on one day and what became of it, in the words of server/ledger/ledger-view.ts; pence and counts. */
export const LedgerDaySchema = defineEntity({
  name: "LedgerDay",
  tableName: "ledger_day",
  properties: {
    day: p.date().primary(),
    /** Pence by the provider that took them. */
    received: p.json<Record<string, number>>(),
    payments: p.integer(),
    kept: p.bigint("number"),
    orders: p.integer(),
    refunded: p.bigint("number"),
    disputed: p.bigint("number"),
    unmatched: p.bigint("number"),
    unmatchedPayments: p.integer(),
    refundsMade: p.bigint("number"),
    byHand: p.bigint("number"),
    ordersByHand: p.integer(),
    foreignPayments: p.integer(),
  },
});

export class LedgerDay extends LedgerDaySchema.class {}
LedgerDaySchema.setClass(LedgerDay);

/** A day whose figures are to be made anew. */
export const LedgerDayChangeSchema = defineEntity({
  name: "LedgerDayChange",
  tableName: "ledger_day_change",
  indexes: [{ name: "ledger_day_change_day_index", properties: ["day"] }],
  properties: { id: p.bigint("number").primary(), day: p.date() },
});

export class LedgerDayChange extends LedgerDayChangeSchema.class {}
LedgerDayChangeSchema.setClass(LedgerDayChange);
