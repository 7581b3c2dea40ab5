import { defineEntity, p } from "@mikro-orm/core";
import type { WithdrawnLine } from "#server/orders/withdrawal-rules.ts";
import { Order } from "./order.ts";
import { Refund } from "./refund.ts";

/** A customer's statement that they cancel an order or a part of it. Never deleted, as the order is not. */
export const WithdrawalSchema = defineEntity({
  name: "Withdrawal",
  tableName: "withdrawal",
  indexes: [
    {
      name: "withdrawal_open_index",
      expression: "create index withdrawal_open_index on withdrawal (submitted_at) where closed_at is null",
    },
  ],
  uniques: [{ name: "withdrawal_key_unique", properties: ["order", "key"] }],
  properties: {
    id: p.integer().primary(),
    order: () => p.manyToOne(Order).index("withdrawal_order_index"),
    /** Made with its form, or from what it states: sent twice, it is one. */
    key: p.string().length(100),
    lines: p.json<WithdrawnLine[]>(),
    /** In the customer's words; "" for none. */
    reason: p.string().length(500).default(""),
    submittedAt: p.datetime(),
    /** When the goods, or proof that they were sent, were here. */
    goodsBackAt: p.datetime().nullable(),
    /** The money that went back for it. When the bank refuses it, this is open again. */
    refund: () => p.manyToOne(Refund).nullable().deleteRule("no action").index("withdrawal_refund_index"),
    /** When staff were done with it. */
    closedAt: p.datetime().nullable(),
    /** What staff wrote when they closed it without a refund. */
    closingNote: p.string().length(300).default(""),
  },
});

export class Withdrawal extends WithdrawalSchema.class {}
WithdrawalSchema.setClass(Withdrawal);
