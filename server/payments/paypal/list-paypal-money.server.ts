import { z } from "zod";
import type { Context } from "#server/core/context.ts";
import type { MoneyReference } from "../provider.ts";
import type { Period, ProviderMoney } from "../provider-facts.ts";
import { findPayPalCapture, isPayPalId, requirePayPal, unlessMissing } from "./paypal-calls.server.ts";
import type { PayPalGateway } from "./paypal-client.server.ts";
import { paypalRefundSchema, unitsOfPayPal } from "./paypal-order.ts";

/** The largest page and the longest time that PayPal's list gives at once (Transaction Search v1). */
const PAGE = 500;
const LONGEST_MILLISECONDS = 31 * 24 * 60 * 60 * 1000;

/** A line of PayPal's list, as far as this shop reads it. */
const transactionSchema = z.looseObject({
  transaction_id: z.string(),
  paypal_reference_id: z.string().optional(),
  transaction_event_code: z.string(),
  transaction_initiation_date: z.string(),
  transaction_amount: z.looseObject({ currency_code: z.string(), value: z.string() }),
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

/** One payment or refund as PayPal has it now; undefined when PayPal knows none of this id. @throws PayPalError */
export async function findPayPalMoney(
  context: Context,
  { kind, id, paymentId }: MoneyReference,
): Promise<ProviderMoney | undefined> {
  if (id === null) return undefined;
  return kind === "payment" ? findPayPalPayment(context, id) : findPayPalRefundMoney(context, id, paymentId);
}

async function findPayPalPayment(context: Context, id: string): Promise<ProviderMoney | undefined> {
  const capture = await findPayPalCapture(requirePayPal(context), id);
  if (!capture) return undefined;
  const received = ["COMPLETED", "PARTIALLY_REFUNDED", "REFUNDED"].includes(capture.status);
  return {
    provider: "paypal",
    kind: "payment",
    id,
    paymentId: id,
    key: null,
    amount: unitsOfPayPal(capture.amount) ?? 0,
    currency: capture.amount.currency_code.toLowerCase(),
    state: received ? "moved" : capture.status === "PENDING" ? "pending" : "none",
    at: capture.create_time ?? new Date(0),
  };
}

async function findPayPalRefundMoney(
  context: Context,
  id: string,
  paymentId: string,
): Promise<ProviderMoney | undefined> {
  if (!isPayPalId(id)) return undefined;
  const { client } = requirePayPal(context);
  const refund = await unlessMissing(client.send(paypalRefundSchema, "GET", `/v2/payments/refunds/${id}`));
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
