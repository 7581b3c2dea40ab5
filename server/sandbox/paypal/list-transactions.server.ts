import type { SearchResponse, TransactionDetails, TransactionInformation } from "@paypal/paypal-server-sdk";
import { z } from "zod";
import type { Wire } from "../../payments/paypal/paypal-order.ts";
import type { Store } from "../store.server.ts";
import { amountOf, penceOf } from "./create-paypal-order.server.ts";
import { invalidRequest } from "./paypal-failure.ts";
import { type CaptureState, PAYER_ID, type RefundState } from "./paypal-shapes.ts";
import { payPalCaptures, payPalRefunds } from "./paypal-store.server.ts";

const LONGEST_MILLISECONDS = 31 * 24 * 60 * 60 * 1000;

const moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const positive = (largest: number) => z.coerce.number().int().min(1).max(largest);

/** The parameters of Transaction Search that the sandbox knows; it refuses all others. */
const querySchema = z.strictObject({
  start_date: moment,
  end_date: moment,
  fields: z.literal("transaction_info").default("transaction_info"),
  page_size: positive(500).default(100),
  page: positive(2_147_483_647).default(1),
});

/** GET /v1/reporting/transactions: captures and refunds of at most 31 days, oldest first. */
export function listTransactions(store: Store, query: Record<string, string>): Wire<SearchResponse> {
  const parsed = querySchema.safeParse(query);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const field = issue?.code === "unrecognized_keys" ? issue.keys[0] : issue?.path[0];
    throw invalidRequest("INVALID_PARAMETER_VALUE", String(field ?? "/"));
  }
  const { start_date: start, end_date: end, page, page_size: pageSize } = parsed.data;
  if (end < start) throw invalidRequest("Start date should be before end date", "start_date");
  if (end.getTime() - start.getTime() > LONGEST_MILLISECONDS) {
    throw invalidRequest("Date range is greater than 31 days", "end_date");
  }
  // The range includes its end, and PayPal counts whole seconds.
  const isAsked = ({ at }: { at: number }) => at >= start.getTime() && at < end.getTime() + 1000;
  const lines = [
    ...store
      .list(payPalCaptures)
      .filter(isAsked)
      .map(({ body, at }) => ({ at, info: captureLine(body) })),
    ...store
      .list(payPalRefunds)
      .filter(isAsked)
      .map(({ body, at }) => ({ at, info: refundLine(body) })),
  ]
    // By default those that change the balance.
    .filter(({ info }) => info.transaction_status === "S")
    .sort((one, other) => one.at - other.at);
  const rows = lines.slice((page - 1) * pageSize, page * pageSize);
  const items = lines.length;
  return {
    transaction_details: rows.map(({ info }): Wire<TransactionDetails> => ({ transaction_info: info })),
    account_number: "SANDBOXMERCHANT",
    start_date: atPayPal(start),
    end_date: atPayPal(end),
    last_refreshed_datetime: atPayPal(new Date()),
    page,
    total_items: items,
    total_pages: Math.max(1, Math.ceil(items / pageSize)),
    links: [],
  };
}

function captureLine(capture: CaptureState): Wire<TransactionInformation> {
  const words = {
    PENDING: "P",
    DECLINED: "D",
    FAILED: "D",
    COMPLETED: "S",
    PARTIALLY_REFUNDED: "S",
    REFUNDED: "S",
  };
  return {
    paypal_account_id: PAYER_ID,
    transaction_id: capture.id,
    transaction_event_code: "T0006",
    ...datesOf(capture.created),
    transaction_amount: capture.amount,
    transaction_status: words[capture.status],
    ...(capture.custom_id ? { custom_field: capture.custom_id } : {}),
    ...(capture.invoice_id ? { invoice_id: capture.invoice_id } : {}),
    protection_eligibility: "01",
  };
}

/** Money that leaves the account is negative. */
function refundLine(refund: RefundState): Wire<TransactionInformation> {
  const { currency_code } = refund.amount;
  return {
    paypal_account_id: PAYER_ID,
    transaction_id: refund.id,
    paypal_reference_id: refund.capture,
    paypal_reference_id_type: "TXN",
    transaction_event_code: "T1107",
    ...datesOf(refund.created),
    transaction_amount: amountOf(-penceOf(refund.amount), currency_code),
    transaction_status: { COMPLETED: "S", PENDING: "P", FAILED: "D", CANCELLED: "D" }[refund.status],
    ...(refund.custom_id ? { custom_field: refund.custom_id } : {}),
    ...(refund.invoice_id ? { invoice_id: refund.invoice_id } : {}),
    protection_eligibility: "01",
  };
}

function datesOf(created: string) {
  const date = atPayPal(new Date(created));
  return { transaction_initiation_date: date, transaction_updated_date: date };
}

/** 2026-11-21T10:00:00+0000, as the reports write it. */
function atPayPal(date: Date): string {
  return date.toISOString().replace(/\.\d+Z$/, "+0000");
}
