import type { StoreSettingsValues } from "#server/settings/store-settings.ts";

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
