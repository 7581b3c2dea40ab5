import { defineEntity, p } from "@mikro-orm/core";
import { disputeStatuses } from "#server/payments/payment-status.ts";
import type { ProviderId } from "#server/payments/provider-list.ts";
import { Payment } from "./checkout.ts";
import { Order } from "./order.ts";

/** A payment that its customer has disputed at the bank or at PayPal. Never deleted. */
export const DisputeSchema = defineEntity({
  name: "Dispute",
  tableName: "dispute",
  uniques: [{ name: "dispute_provider_id_unique", properties: ["provider", "providerDisputeId"] }],
  checks: [{ name: "dispute_lost_within_amount", expression: "amount_lost between 0 and amount" }],
  properties: {
    id: p.integer().primary(),
    provider: p.text().$type<ProviderId>(),
    providerDisputeId: p.string().length(100),
    payment: () => p.manyToOne(Payment).index("dispute_payment_index"),
    /** None when the payment bought no order. */
    order: () => p.manyToOne(Order).nullable().index("dispute_order_index"),
    /** Pence that the customer wants back. */
    amount: p.integer(),
    /** Pence that the provider says it took for it for good, whatever else it counts them as. */
    amountTaken: p.integer().default(0),
    /** Of these what has gone back to the customer beside the payment's refunds. */
    amountLost: p.integer().default(0),
    /** The provider's code, such as product_not_received. */
    reason: p.string().length(100),
    status: p.enum(disputeStatuses),
    evidenceDueAt: p.datetime().nullable(),
    openedAt: p.datetime(),
    closedAt: p.datetime().nullable(),
    createdAt: p.datetime().defaultRaw("now()"),
    updatedAt: p
      .datetime()
      .defaultRaw("now()")
      .onUpdate(() => new Date()),
  },
});

export class Dispute extends DisputeSchema.class {}
DisputeSchema.setClass(Dispute);
