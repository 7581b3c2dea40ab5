import type { Pence } from "#server/pricing/money.ts";
import type { RefundStatus } from "./refund-status.ts";

/** A refund as the provider has it. */
export interface ProviderRefund {
  id: string;
  /** The key of our row; null for one that was made in the provider's own dashboard. */
  key: string | null;
  amount: Pence;
  status: Exclude<RefundStatus, "requested">;
  failure: string | null;
}

/** That the provider said no: for want of money in the shop's account, or for another reason. */
export interface RefundRefusal {
  kind: "balance" | "other";
  /** In the provider's words. */
  message: string;
}
