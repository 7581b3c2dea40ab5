import type { CreditedUnits } from "#server/orders/line-units.ts";
import type { OrderToPack } from "#server/orders/packing.server.ts";

interface Example extends Omit<Partial<OrderToPack>, "lines"> {
  lines?: Partial<OrderToPack["lines"][number]>[];
}

/** An order that waits, with one unit of a kilogram unless lines are given: for tests. */
export function orderToPack({ lines = [{}], ...order }: Example = {}): OrderToPack {
  return {
    id: 1,
    invoiceNumber: "INV-1700000000001",
    customerName: "Gwen Guest",
    customerPhone: "01584 900900",
    customerEmail: "gwen@example.com",
    customerAddress: "1 Test Lane, Ludlow, SY8 1AA, United Kingdom",
    shippingAddress: {
      name: "Gwen Guest",
      address: "1 Test Lane",
      city: "Ludlow",
      postcode: "SY8 1AA",
      country: "United Kingdom",
      countryCode: "GB",
    },
    status: "processing",
    createdAt: "2026-03-02T12:00:00.000Z",
    readyAt: null,
    dispatchedAt: null,
    run: "SY",
    delivery: null,
    isPartSent: false,
    isBackorder: false,
    deliveryToBeAgreed: false,
    isReviewed: false,
    isMoneyBack: false,
    withdrawn: "",
    sentNumbers: [],
    ...order,
    lines: lines.map((line, index) => ({
      lineId: index + 1,
      productId: 1,
      productName: "Char",
      quantity: 1,
      grossGrams: 1000,
      batches: null,
      ...line,
    })),
  };
}

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
