import { ShopError } from "#server/core/errors.ts";
import { formatPounds, type Pence } from "#server/pricing/money.ts";
import type { RefundOrder } from "../staff-order.schema.ts";
import { refundedOf, refundRefusal, restockRefusal } from "./refund-rules.ts";

interface Refundable {
  /** Pence received and not lost in a dispute. */
  captured: Pence;
  refunds: Parameters<typeof refundedOf>[0];
  lines: Parameters<typeof restockRefusal>[1];
}

/**
 * Holds a wanted refund against what was paid, sold and seen.
 * @throws ShopError `conflict` when another refund was made meanwhile, `validation_failed` naming the field at fault
 */
export function refuseRefund(wanted: RefundOrder, { captured, refunds, lines }: Refundable): void {
  const refunded = refundedOf(refunds);
  if (refunded !== wanted.seenRefunded) {
    throw new ShopError(
      "conflict",
      `Another refund was made meanwhile: ${formatPounds(refunded)} in all. Nothing was refunded now; please look again.`,
    );
  }
  const amount = refundRefusal(wanted.amount, captured, refunds);
  if (amount) throw new ShopError("validation_failed", amount, { fields: { amount: [amount] } });
  const restock = restockRefusal(wanted.restock, lines);
  if (restock) throw new ShopError("validation_failed", restock, { fields: { restock: [restock] } });
}
