import type { DisputeStatus, OrderPaymentMethod } from "#server/payments/payment-status.ts";
import type { ProviderDispute, ProviderWarning, WarningKind } from "#server/payments/provider-facts.ts";
import { forEachProvider, isProviderId, type ProviderId, profileOf } from "#server/payments/provider-list.ts";
import { type CurrencyCode, formatMoney } from "#server/pricing/money.ts";
import type { ShownTotals } from "#server/settings/company-facts.ts";
import type { StoreSettingsValues } from "#server/settings/store-settings.ts";
import type { OrderView, PackingOrder } from "./order-views.server.ts";
import type { PackingDetails, StaffOrder } from "./staff-order-view.server.ts";

/** Order states (docs/rules.md#orders-1). */
export const orderStatuses = ["pending", "processing", "completed", "cancelled"] as const;

export type OrderStatus = (typeof orderStatuses)[number];

/** The allowed moves: cancelled from the first two, never out of completed or cancelled. */
const moves: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ["processing", "cancelled"],
  processing: ["completed", "cancelled"],
  completed: [],
  cancelled: [],
};

export function mayMove(from: OrderStatus, to: OrderStatus): boolean {
  return moves[from].includes(to);
}

/** The first status of a paid order; one that lacks stock is never completed automatically. */
export function statusAfterPayment(
  settings: Pick<StoreSettingsValues, "autoCompleteOrders" | "orderStatusAfterPayment">,
  isBackorder: boolean,
): OrderStatus {
  const status = settings.autoCompleteOrders ? "completed" : settings.orderStatusAfterPayment;
  return isBackorder && status === "completed" ? "processing" : status;
}

/** What one reader is told of a kind of line: its own words, others, or nothing. */
type ShownText = "own" | { text: string } | null;

/**
 * What the timeline of an order can say, and who reads it apart from staff who see money: its buyer, and anyone who
 * packs it, who reads nothing of money. A kind that is not in this list is shown to neither.
 */
const kinds = {
  placed: { buyer: "own", packer: null },
  // Its own words have the payment's number.
  paid: { buyer: { text: "Order placed and paid" }, packer: null },
  matched: { buyer: "own", packer: null },
  status: { buyer: "own", packer: "own" },
  dispatched: { buyer: "own", packer: "own" },
  batches: { buyer: "own", packer: "own" },
  // What was handed over without a batch, and why.
  no_batch: { buyer: null, packer: "own" },
  // That its batch was recalled.
  recalled: { buyer: "own", packer: "own" },
  cancelled: { buyer: "own", packer: { text: "Order cancelled" } },
  withdrawn: { buyer: "own", packer: "own" },
  goods_back: { buyer: "own", packer: "own" },
  // That its payment went back, and that it is sent all the same.
  released: { buyer: null, packer: { text: "Released to be sent" } },
  // Why may tell of money.
  withdrawal_closed: { buyer: "own", packer: { text: "Cancellation closed" } },
  // What it stores, or that it states so no more.
  carbon_statement: { buyer: "own", packer: null },
  use_stated: { buyer: "own", packer: null },
  confirmation_resent: { buyer: "own", packer: null },
  refunded: { buyer: "own", packer: null },
  refund_pending: { buyer: "own", packer: null },
  refund_failed: { buyer: "own", packer: null },
  debit_note: { buyer: "own", packer: null },
  // What staff are told to do.
  backorder: { buyer: null, packer: "own" },
  beyond_stock: { buyer: null, packer: "own" },
  express_delivery: { buyer: null, packer: "own" },
  slot_lost: { buyer: null, packer: "own" },
  ready: { buyer: "own", packer: "own" },
  collected: { buyer: "own", packer: "own" },
  delivery_to_be_agreed: { buyer: null, packer: "own" },
  export_evidence: { buyer: null, packer: "own" },
  // What the buyer said of marketing emails.
  soft_opt_in: { buyer: null, packer: null },
  // What is between the shop and a bank.
  dispute_open: { buyer: null, packer: null },
  dispute_closed: { buyer: null, packer: null },
  warning_review: { buyer: null, packer: null },
  warning_fraud: { buyer: null, packer: null },
} as const satisfies Record<string, { buyer: ShownText; packer: ShownText }>;

export type OrderEventKind = keyof typeof kinds;

type Reader = "buyer" | "packer";

/** The words that a reader is shown for a line; null when it is not for them. */
export function textFor(reader: Reader, { kind, message }: { kind: string; message: string }): string | null {
  const shown: ShownText = isKnown(kind) ? kinds[kind][reader] : null;
  return shown === "own" ? message : (shown?.text ?? null);
}

function isKnown(kind: string): kind is OrderEventKind {
  return Object.hasOwn(kinds, kind);
}

/** How an order was or is to be paid, and how money goes back: "by card". */
export const paymentLabels: Record<OrderPaymentMethod, string> = {
  ...forEachProvider((provider) => profileOf(provider).paidBy),
  cash: "in cash",
  card: "by card",
  bank_transfer: "by bank transfer",
  account: "on account",
};

export const disputeStatusLabels: Record<DisputeStatus, string> = {
  needs_response: "Disputed",
  under_review: "Dispute under review",
  won: "Dispute won",
  lost: "Dispute lost",
  closed: "Dispute closed",
};

/** A step of a dispute as a timeline line; `reason` is a clause. */
export function disputeMessage(
  {
    status,
    amount,
    amountLost,
    reason,
    id,
  }: Pick<ProviderDispute, "status" | "amount" | "amountLost" | "reason" | "id">,
  currency: CurrencyCode,
): string {
  const whole = formatMoney(amount, currency);
  const ends: Record<DisputeStatus, string> = {
    needs_response: `The payment is disputed (${whole}): ${reason}`,
    under_review: `The dispute over ${whole} is under review`,
    won: `The dispute over ${whole} was won: the money stays`,
    lost: `The dispute over ${whole} was lost: ${formatMoney(amountLost, currency)} went back to the customer`,
    closed: `The dispute over ${whole} was closed`,
  };
  return `${ends[status]} (${id})`;
}

/** The codes are words with underscores. */
function readableCode(code: string): string {
  return code.replaceAll("_", " ");
}

/** A payment warning as a timeline line, for staff. */
export function warningMessage(
  { kind, isOpen, reason, id }: Pick<ProviderWarning, "kind" | "isOpen" | "reason" | "id">,
  provider: ProviderId,
): string {
  if (kind === "fraud") {
    return `The card's bank warns that this payment is fraud (${readableCode(reason)}). A refund now saves the cost of a dispute (${id})`;
  }
  const { name } = profileOf(provider);
  return isOpen
    ? `${name} is reviewing this payment: send nothing before it is approved there (${id})`
    : `${name}'s review of this payment is over: ${readableCode(reason)} (${id})`;
}

/** The same for the order's notices: a title and what to do. */
export function warningNotice(kind: WarningKind, provider: string): { title: string; advice: string } {
  if (kind === "fraud") {
    return {
      title: "The card's bank calls this payment fraud",
      advice:
        "Do not send what has not gone yet, and refund the payment: a dispute would cost a fee besides.",
    };
  }
  const name = isProviderId(provider) ? profileOf(provider).name : "The payment provider";
  return {
    title: `${name} is reviewing this payment`,
    advice: `Send nothing yet: approve or refund the payment in the ${name} dashboard first.`,
  };
}

/** The address of an order's invoice, as a page or as a PDF, with the token of a signed link. */
export function invoicePath(
  invoiceNumber: string,
  token: string | null,
  form: "page" | "pdf" = "page",
): string {
  const path = `/orders/${encodeURIComponent(invoiceNumber)}/invoice${form === "pdf" ? ".pdf" : ""}`;
  return withToken(path, token);
}

/** The address of a credit or debit note of an order, in the same way. */
export function correctionNotePath(
  invoiceNumber: string,
  noteNumber: string,
  token: string | null,
  form: "page" | "pdf" = "page",
): string {
  const place = `/orders/${encodeURIComponent(invoiceNumber)}/notes/${encodeURIComponent(noteNumber)}`;
  return withToken(form === "pdf" ? `${place}/pdf` : place, token);
}

/** The address of an order's carbon statement as a page, a PDF or its signed credential, in the same way. */
export function carbonStatementPath(
  invoiceNumber: string,
  token: string | null,
  form: "page" | "pdf" | "credential" = "page",
): string {
  const endings = { page: "", pdf: ".pdf", credential: ".json" };
  return withToken(`/orders/${encodeURIComponent(invoiceNumber)}/statement${endings[form]}`, token);
}

function withToken(path: string, token: string | null): string {
  return token ? `${path}?${new URLSearchParams({ t: token })}` : path;
}

/** An order's totals, read from its columns. */
export function totalsOfOrder({
  subtotal,
  taxAmount,
  shippingCost,
  totalAmount,
}: Pick<OrderView, "subtotal" | "taxAmount" | "shippingCost" | "totalAmount">): ShownTotals {
  return { subtotal, vat: taxAmount, shipping: shippingCost, total: totalAmount };
}

/** Whether an order was sent with what it came to, as it is to anyone who may see that. */
export function hasMoney(order: PackingOrder): order is OrderView {
  return "totalAmount" in order;
}

/** Whether an order was sent with all that staff decide by. */
export function isWhole(order: PackingDetails): order is StaffOrder {
  return "refundKey" in order;
}
