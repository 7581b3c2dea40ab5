/** What one reader is told of a kind of line: its own words, others, or nothing. */
type ShownText = "own" | { text: string } | null;

/**
 * What the timeline of an order can say, and who reads it besides staff who see money: its buyer, and whoever packs it,
 * who reads nothing of money. A kind that is not in this list is shown to neither.
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
