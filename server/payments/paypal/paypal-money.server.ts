import { z } from "zod";
import type { Refund } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import type { DisputeStatus } from "../payment-status.ts";
import type { RefundedPayment } from "../provider.ts";
import type {
  Period,
  ProviderDispute,
  ProviderMoney,
  ProviderRefund,
  RefundRefusal,
} from "../provider-facts.ts";
import {
  findPayPalOrder,
  isPayPalId,
  PayPalError,
  type PayPalGateway,
  refundAtPayPal,
  requirePayPal,
  unlessMissing,
} from "./paypal-client.server.ts";
import {
  amountSchema,
  type PayPalRefund,
  payPalAmountOf,
  paypalRefundSchema,
  unitsOfPayPal,
} from "./paypal-order.ts";

/** All refunds of a captured order, made here or in PayPal's dashboard. @throws PayPalError */
export async function listPayPalRefunds(
  context: Context,
  payment: RefundedPayment,
): Promise<ProviderRefund[]> {
  const order = await findPayPalOrder(requirePayPal(context), payment.providerSessionId ?? "");
  return (order?.purchase_units?.[0]?.payments?.refunds ?? []).map(described);
}

/** The refund as PayPal has it now; undefined when it knows none of this id. @throws PayPalError */
export async function findPayPalRefund(
  context: Context,
  refundId: string,
): Promise<ProviderRefund | undefined> {
  const refund = await refundAt(context, refundId);
  return refund && described(refund);
}

async function refundAt(context: Context, id: string): Promise<PayPalRefund | undefined> {
  if (!isPayPalId(id)) return undefined;
  const { client } = requirePayPal(context);
  return unlessMissing(client.send(paypalRefundSchema, "GET", `/v2/payments/refunds/${id}`));
}

/** What PayPal means when an event is all it shows of a refund; an event's amount may have a minus. */
const statusByEvent: Record<string, string> = {
  "PAYMENT.CAPTURE.REFUNDED": "COMPLETED",
  "PAYMENT.CAPTURE.REVERSED": "COMPLETED",
  "PAYMENT.REFUND.PENDING": "PENDING",
  "PAYMENT.REFUND.FAILED": "FAILED",
};

/** The refund that a verified event carries; undefined when it does not say how much. */
export function refundInEvent(resource: unknown, eventType: string): ProviderRefund | undefined {
  const read = paypalRefundSchema.partial({ status: true }).safeParse(resource).data;
  if (!read) return undefined;
  const status = read.status ?? statusByEvent[eventType] ?? "PENDING";
  const found = described({ ...read, status });
  return found.amount === 0 ? undefined : { ...found, amount: Math.abs(found.amount) };
}

/**
 * Gives the money of a refund row back, once; its key is PayPal's for the request and stays on the refund.
 * @throws PayPalError
 */
export async function makePayPalRefund(
  context: Context,
  payment: RefundedPayment,
  { key, amount }: Pick<Refund, "key" | "amount">,
): Promise<ProviderRefund> {
  const known = (await listPayPalRefunds(context, payment)).find((listed) => listed.key === key);
  if (known) return known;
  const body = { amount: payPalAmountOf(amount, payment.currency), custom_id: key };
  const paypal = requirePayPal(context);
  return described(await refundAtPayPal(paypal, payment.providerPaymentId, body, `refund-${key}`));
}

/** What staff read of issues that they can do something about. */
const issueMessages: Record<string, string> = {
  REFUND_FAILED_INSUFFICIENT_FUNDS: "Insufficient funds in the PayPal account",
  TRANSACTION_DISPUTED:
    "While a case about it is open at PayPal, only all that is left of it can be refunded",
};

/** What PayPal refused, by its issue; undefined when it gave no answer. */
export function readPayPalRefusal(error: unknown): RefundRefusal | undefined {
  if (!(error instanceof PayPalError) || ![400, 404, 422].includes(error.status)) return undefined;
  const isShort = error.issue === "REFUND_FAILED_INSUFFICIENT_FUNDS";
  const message = issueMessages[error.issue] ?? `${error.message} (${error.issue})`;
  return { kind: isShort ? "balance" : "other", message };
}

function described(refund: PayPalRefund): ProviderRefund {
  return {
    id: refund.id,
    key: refund.custom_id ?? null,
    amount: unitsOfPayPal(refund.amount) ?? 0,
    status: refund.status === "COMPLETED" ? "succeeded" : refund.status === "PENDING" ? "pending" : "failed",
    failure: refund.status_details?.reason ?? null,
  };
}

/** A dispute, as far as this shop reads it (developer.paypal.com, Customer disputes v1). */
const paypalDisputeSchema = z.looseObject({
  dispute_id: z.string(),
  create_time: z.coerce.date().optional(),
  disputed_transactions: z.array(z.looseObject({ seller_transaction_id: z.string().optional() })).optional(),
  reason: z.string().optional(),
  status: z.string().optional(),
  dispute_amount: amountSchema.optional(),
  dispute_outcome: z
    .looseObject({ outcome_code: z.string().optional(), amount_refunded: amountSchema.optional() })
    .optional(),
  seller_response_due_date: z.coerce.date().optional(),
});

/** The dispute as PayPal has it now; undefined when it knows none of this id. @throws PayPalError */
export async function findPayPalDispute(
  context: Context,
  disputeId: string,
): Promise<ProviderDispute | undefined> {
  if (!isPayPalId(disputeId)) return undefined;
  const path = `/v1/customer/disputes/${disputeId}`;
  const dispute = await unlessMissing(requirePayPal(context).client.send(paypalDisputeSchema, "GET", path));
  if (!dispute) return undefined;
  const status = statusOf(dispute);
  const amount = penceOf(dispute.dispute_amount);
  const refunded = dispute.dispute_outcome?.amount_refunded;
  return {
    provider: "paypal",
    id: dispute.dispute_id,
    paymentId: dispute.disputed_transactions?.[0]?.seller_transaction_id ?? "",
    amount,
    amountLost: status === "lost" ? (refunded ? penceOf(refunded) : amount) : 0,
    reason: (dispute.reason ?? "other").toLowerCase(),
    status,
    evidenceDueAt: dispute.seller_response_due_date ?? null,
    openedAt: dispute.create_time ?? context.clock.now(),
  };
}

/** In whose favour it was resolved. Any other outcome cost the seller nothing. */
const outcomes: Record<string, DisputeStatus> = {
  RESOLVED_BUYER_FAVOUR: "lost",
  RESOLVED_BUYER_FAVOR: "lost",
  ACCEPTED: "lost",
  RESOLVED_SELLER_FAVOUR: "won",
  RESOLVED_SELLER_FAVOR: "won",
  DENIED: "won",
};

function statusOf({ status, dispute_outcome }: z.infer<typeof paypalDisputeSchema>): DisputeStatus {
  if (status === "RESOLVED") return outcomes[dispute_outcome?.outcome_code ?? ""] ?? "closed";
  return status === "UNDER_REVIEW" ? "under_review" : "needs_response";
}

function penceOf(amount: z.infer<typeof amountSchema> | undefined): number {
  return (amount && unitsOfPayPal(amount)) ?? 0;
}

/** The largest page and the longest time that PayPal's list gives at once (Transaction Search v1). */
const PAGE = 500;
const LONGEST_MILLISECONDS = 31 * 24 * 60 * 60 * 1000;

/** A line of PayPal's list, as far as this shop reads it. */
const transactionSchema = z.looseObject({
  transaction_id: z.string(),
  paypal_reference_id: z.string().optional(),
  transaction_event_code: z.string(),
  transaction_initiation_date: z.string(),
  transaction_amount: amountSchema,
  transaction_status: z.string(),
  custom_field: z.string().optional(),
});

const pageSchema = z.looseObject({
  transaction_details: z.array(z.looseObject({ transaction_info: transactionSchema })).default([]),
  total_pages: z.number().int(),
});

/**
 * Every payment received and every refund made at PayPal in a period, wherever it was made, from PayPal's own list.
 * The real list is up to three hours behind. @throws PayPalError
 */
export async function* listPayPalMoney(
  context: Context,
  { from, to }: Period,
): AsyncGenerator<ProviderMoney> {
  const paypal = requirePayPal(context);
  for (let start = from.getTime(); start < to.getTime(); start += LONGEST_MILLISECONDS) {
    // PayPal's end belongs to the range; its clock counts whole seconds.
    const end = Math.min(start + LONGEST_MILLISECONDS, to.getTime()) - 1000;
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const answer = await askForPage(paypal, { start, end, page });
      pages = answer.total_pages;
      for (const { transaction_info: line } of answer.transaction_details) {
        const money = moneyOf(line);
        if (money) yield money;
      }
    }
  }
}

function askForPage(
  paypal: PayPalGateway,
  { start, end, page }: { start: number; end: number; page: number },
) {
  const query = new URLSearchParams({
    start_date: atPayPal(start),
    end_date: atPayPal(end),
    fields: "transaction_info",
    page_size: String(PAGE),
    page: String(page),
  });
  return paypal.client.send(pageSchema, "GET", `/v1/reporting/transactions?${query}`);
}

/** Event codes (developer.paypal.com, "Transaction event codes"): T00 payments, T1107 refunds, T1106 reversals. */
function moneyOf(line: z.infer<typeof transactionSchema>): ProviderMoney | undefined {
  const { transaction_event_code: code, transaction_status: status, transaction_amount: amount } = line;
  const pence = unitsOfPayPal(amount) ?? 0;
  const shared = {
    provider: "paypal",
    id: line.transaction_id,
    amount: Math.abs(pence),
    currency: amount.currency_code.toLowerCase(),
    at: new Date(line.transaction_initiation_date.replace(/([+-]\d\d)(\d\d)$/, "$1:$2")),
  } as const;
  // V: it was received, and given back since by a line of its own; F: a part of it was, by PayPal's older documents.
  if (code.startsWith("T00") && pence > 0 && ["S", "V", "F"].includes(status)) {
    return { ...shared, kind: "payment", paymentId: line.transaction_id, key: null, state: "moved" };
  }
  if (code !== "T1107" && code !== "T1106") return undefined;
  return {
    ...shared,
    kind: "refund",
    paymentId: line.paypal_reference_id ?? "",
    key: line.custom_field ?? null,
    state: status === "S" ? "moved" : status === "P" ? "pending" : "none",
  };
}

/** One refund as PayPal has it now; undefined when PayPal knows none of this id. @throws PayPalError */
export async function findPayPalRefundMoney(
  context: Context,
  id: string,
  paymentId: string,
): Promise<ProviderMoney | undefined> {
  const refund = await refundAt(context, id);
  if (!refund) return undefined;
  return {
    provider: "paypal",
    kind: "refund",
    id,
    paymentId,
    key: refund.custom_id ?? null,
    amount: unitsOfPayPal(refund.amount) ?? 0,
    currency: refund.amount.currency_code.toLowerCase(),
    state: refund.status === "COMPLETED" ? "moved" : refund.status === "PENDING" ? "pending" : "none",
    at: dateOf(refund.create_time),
  };
}

function dateOf(text: unknown): Date {
  return new Date(typeof text === "string" ? text : 0);
}

/** 2026-11-21T00:00:00Z: seconds are wanted, parts of them are not. */
function atPayPal(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d+Z$/, "Z");
}
