import type { CreditedUnits } from "#server/orders/line-units.ts";

/** A line of which nothing has happened since it was sold, all of it taken out of stock: for tests. */
export function lineUnits({
  quantity = 1,
  unitPrice = 1000,
  ...happened
}: Partial<CreditedUnits> = {}): CreditedUnits {
  return {
    ...{ quantity, unitPrice, lineTotal: quantity * unitPrice, stockTaken: quantity },
    ...{
      cancelledQuantity: 0,
      cancelledToStock: 0,
      leftQuantity: 0,
      returnedQuantity: 0,
      returnedToStock: 0,
    },
    ...{ creditedQuantity: 0, creditedAmount: 0 },
    ...happened,
  };
}
