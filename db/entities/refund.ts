import { defineEntity, p } from "@mikro-orm/core";
import type { RestockedLine } from "#server/orders/refunds/refund-rules.ts";
import { refundSources, refundStatuses } from "#server/payments/payment-status.ts";
import { Payment } from "./checkout.ts";
import { Order } from "./order.ts";

/** Money given back, written down before the provider is asked for it. Never deleted. */
export const RefundSchema = defineEntity({
  name: "Refund",
  tableName: "refund",
  indexes: [
    { name: "refund_status_index", properties: ["status", "updatedAt"] },
    { name: "refund_created_index", properties: ["createdAt"] },
  ],
  checks: [
    { name: "refund_amount_positive", expression: "amount > 0" },
    { name: "refund_is_of_something", expression: "payment_id is not null or order_id is not null" },
  ],
  properties: {
    id: p.integer().primary(),
    /** Names the refund to the provider and makes it unique here: sent twice, it is one refund. */
    key: p.string().length(100).unique("refund_key_unique"),
    /** None when staff gave the money back by hand, as it was taken. */
    payment: () => p.manyToOne(Payment).nullable().deleteRule("no action").index("refund_payment_index"),
    /** None when the payment bought no order. */
    order: () => p.manyToOne(Order).nullable().index("refund_order_index"),
    /** Pence. */
    amount: p.integer(),
    /** Read by the customer. */
    reason: p.string().length(300),
    source: p.enum(refundSources),
    status: p.enum(refundStatuses).default("requested"),
    providerRefundId: p.string().length(100).nullable().unique("refund_provider_id_unique"),
    /** Units that go back into stock once the provider has taken the refund on. */
    restock: p.json<RestockedLine[]>(),
    /** Why the provider refused it; of one that is requested: why it waits. */
    failureMessage: p.string().length(500).nullable(),
    /** How often the provider has refused it for now, and when it is asked again. */
    attempts: p.integer().default(0),
    nextAttemptAt: p.datetime().nullable(),
    requestedBy: p.string().length(200).nullable(),
    createdAt: p.datetime().defaultRaw("now()"),
    completedAt: p.datetime().nullable(),
    updatedAt: p
      .datetime()
      .defaultRaw("now()")
      .onUpdate(() => new Date()),
  },
});

export class Refund extends RefundSchema.class {}
RefundSchema.setClass(Refund);
