import { defineEntity, p } from "@mikro-orm/core";
import { correctionKinds, type IssuedNote } from "#server/orders/correction-note.ts";
import type { RefundLine } from "#server/orders/refund-rules.ts";
import type { WithdrawnLine } from "#server/orders/withdrawal-rules.ts";
import { disputeStatuses, refundSources, refundStatuses } from "#server/payments/payment-status.ts";
import { warningKinds } from "#server/payments/provider-facts.ts";
import type { ProviderId } from "#server/payments/provider-list.ts";
import { Payment } from "./checkout.ts";
import { updatedAt } from "./columns.ts";
import { Order } from "./order.ts";

/** Money given back, stored before the provider is asked. Never deleted. */
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
    /** Identifies the refund at the provider and makes it unique here: sent twice, it is one refund. */
    key: p.string().length(100).unique("refund_key_unique"),
    /** None when staff gave the money back by hand, as it was taken. */
    payment: () => p.manyToOne(Payment).nullable().deleteRule("no action").index("refund_payment_index"),
    /** Null when the payment belongs to no order. */
    order: () => p.manyToOne(Order).nullable().index("refund_order_index"),
    /** Pence. */
    amount: p.integer(),
    /** Read by the customer. */
    reason: p.string().length(300),
    source: p.enum(refundSources),
    status: p.enum(refundStatuses).default("requested"),
    providerRefundId: p.string().length(100).nullable().unique("refund_provider_id_unique"),
    /** What of its order it is for; null while it belongs to none. */
    lines: p.json<RefundLine[] | null>().nullable(),
    /** Why the provider refused it, or why a requested one waits. */
    failureMessage: p.string().length(500).nullable(),
    /** How often the provider has refused it for now, and when it is tried again. */
    attempts: p.integer().default(0),
    nextAttemptAt: p.datetime().nullable(),
    requestedBy: p.string().length(200).nullable(),
    createdAt: p.datetime().defaultRaw("now()"),
    completedAt: p.datetime().nullable(),
    updatedAt: updatedAt(),
  },
});

export class Refund extends RefundSchema.class {}
RefundSchema.setClass(Refund);

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
    /** Null when the payment belongs to no order. */
    order: () => p.manyToOne(Order).nullable().index("dispute_order_index"),
    /** Pence that the customer wants back. */
    amount: p.integer(),
    /** Pence that the provider took for it for good, whatever else it counts them as. */
    amountTaken: p.integer().default(0),
    /** The part of these that went back to the customer beside the payment's refunds. */
    amountLost: p.integer().default(0),
    /** The provider's code, such as product_not_received. */
    reason: p.string().length(100),
    status: p.enum(disputeStatuses),
    evidenceDueAt: p.datetime().nullable(),
    openedAt: p.datetime(),
    closedAt: p.datetime().nullable(),
    createdAt: p.datetime().defaultRaw("now()"),
    updatedAt: updatedAt(),
  },
});

export class Dispute extends DisputeSchema.class {}
DisputeSchema.setClass(Dispute);

/** A warning: Stripe reviews a payment, or its card's bank calls it fraud. Never deleted. */
export const PaymentWarningSchema = defineEntity({
  name: "PaymentWarning",
  tableName: "payment_warning",
  properties: {
    id: p.integer().primary(),
    kind: p.enum(warningKinds),
    /** Stripe's id of the review or of the warning. */
    providerWarningId: p.string().length(100).unique("payment_warning_provider_id_unique"),
    payment: () => p.manyToOne(Payment).index("payment_warning_payment_index"),
    /** Null when the payment belongs to no order. */
    order: () => p.manyToOne(Order).nullable().index("payment_warning_order_index"),
    /** Stripe's code: why it was opened or, once it is over, closed; the kind of fraud. */
    reason: p.string().length(100),
    /** A review that nobody has ended. */
    isOpen: p.boolean(),
    openedAt: p.datetime(),
    createdAt: p.datetime().defaultRaw("now()"),
    updatedAt: updatedAt(),
  },
});

export class PaymentWarning extends PaymentWarningSchema.class {}
PaymentWarningSchema.setClass(PaymentWarning);

/**
 * A document that corrects an invoice: a credit note takes something of it back, a debit note takes a credit note
 * back. Written once, on the day it counts for VAT, and never changed or deleted.
 */
export const CorrectionNoteSchema = defineEntity({
  name: "CorrectionNote",
  tableName: "correction_note",
  checks: [
    {
      name: "correction_note_debit_reverses",
      expression: "(kind = 'debit') = (reverses_id is not null)",
    },
  ],
  properties: {
    id: p.integer().primary(),
    order: () => p.manyToOne(Order).index("correction_note_order_index"),
    /** The money that went back, or came back; none where an order was cancelled before anybody paid. */
    refund: () =>
      p.manyToOne(Refund).nullable().deleteRule("no action").index("correction_note_refund_index"),
    kind: p.enum(correctionKinds),
    /** Of the gapless series of its kind: OXB-CN-000012, OXB-DN-000003. */
    number: p.string().length(30).unique("correction_note_number_unique"),
    /** The credit note that a debit note takes back: at most one does. */
    reverses: () =>
      p
        .oneToOne(CorrectionNote)
        .owner()
        .nullable()
        .deleteRule("no action")
        .unique("correction_note_reverses_unique"),
    /** Read by the customer. */
    reason: p.string().length(300),
    content: p.json<IssuedNote>(),
    /** Made with the form that credited an unpaid order: sent twice, it is one note. */
    key: p.string().length(100).nullable().unique("correction_note_key_unique"),
    issuedAt: p.datetime(),
  },
});

export class CorrectionNote extends CorrectionNoteSchema.class {}
CorrectionNoteSchema.setClass(CorrectionNote);

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
