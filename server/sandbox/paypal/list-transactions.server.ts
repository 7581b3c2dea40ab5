import type { SearchResponse, TransactionInformation } from "@paypal/paypal-server-sdk";
import { z } from "zod";
import type { Wire } from "../../payments/paypal/paypal-order.ts";
import type { Store, Stored } from "../store.server.ts";
import { amountOf, penceOf } from "./create-paypal-order.server.ts";
import { invalidRequest } from "./paypal-failure.ts";
import type { CaptureState, RefundState } from "./paypal-shapes.ts";
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
    throw invalidRequest({ issue: "INVALID_PARAMETER_VALUE", field: String(field ?? "/") });
  }
  const { start_date: start, end_date: end, page, page_size: pageSize } = parsed.data;
  if (end < start) {
    throw invalidRequest({ issue: "Start date should be before end date", field: "start_date" });
  }
  if (end.getTime() - start.getTime() > LONGEST_MILLISECONDS) {
    throw invalidRequest({ issue: "Date range is greater than 31 days", field: "end_date" });
  }
  // The range includes its end, and PayPal counts whole seconds. By default it has what changed the balance.
  const isAsked = <State extends { status: string }>({ at, body }: Stored<State>) =>
    at >= start.getTime() && at < end.getTime() + 1000 && moved.has(body.status);
  const lines = [
    ...store
      .list(payPalCaptures)
      .filter(isAsked)
      .map(({ body, at }) => ({ at, transaction_info: captureLine(body) })),
    ...store
      .list(payPalRefunds)
      .filter(isAsked)
      .map(({ body, at }) => ({ at, transaction_info: refundLine(body) })),
  ].sort((one, other) => one.at - other.at);
  return {
    transaction_details: lines
      .slice((page - 1) * pageSize, page * pageSize)
      .map(({ transaction_info }) => ({ transaction_info })),
    page,
    total_items: lines.length,
    total_pages: Math.max(1, Math.ceil(lines.length / pageSize)),
  };
}

const moved = new Set(["COMPLETED", "PARTIALLY_REFUNDED", "REFUNDED"]);

function captureLine(capture: CaptureState): Wire<TransactionInformation> {
  return {
    transaction_id: capture.id,
    transaction_event_code: "T0006",
    transaction_initiation_date: atPayPal(capture.created),
    transaction_amount: capture.amount,
    transaction_status: "S",
    ...(capture.custom_id ? { custom_field: capture.custom_id } : {}),
  };
}

/** Money that leaves the account is negative. */
function refundLine(refund: RefundState): Wire<TransactionInformation> {
  const { currency_code } = refund.amount;
  return {
    transaction_id: refund.id,
    paypal_reference_id: refund.capture,
    transaction_event_code: "T1107",
    transaction_initiation_date: atPayPal(refund.created),
    transaction_amount: amountOf(-penceOf(refund.amount), currency_code),
    transaction_status: "S",
    ...(refund.custom_id ? { custom_field: refund.custom_id } : {}),
  };
}

/** 2026-11-21T10:00:00+0000, as the reports write it. */
function atPayPal(created: string): string {
  return new Date(created).toISOString().replace(/\.\d+Z$/, "+0000");
}
