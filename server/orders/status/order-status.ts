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
