import { randomUUID } from "node:crypto";
import type { Context } from "#server/core/context.ts";
import { sendCounterOrder } from "#server/orders/counter-orders.server.ts";
import { counterOrderSchema } from "#server/orders/order.schema.ts";
import { refundOrder } from "#server/orders/refund-order.server.ts";
import { returnGoods } from "#server/orders/returns.server.ts";
import { findStaffOrder } from "#server/orders/staff-order-view.server.ts";
import { submitWithdrawal } from "#server/orders/submit-withdrawal.server.ts";
import type { WithdrawalView } from "#server/orders/withdrawals.server.ts";

/* What staff do with an order once it is sold. */

/** Takes down that its customer does not want so many units of a line. */
export async function withdrawUnits(
  staff: Context,
  { invoiceNumber, lineId }: { invoiceNumber: string; lineId: number },
  quantity: number,
): Promise<WithdrawalView> {
  const { withdrawal } = await submitWithdrawal(
    staff,
    { invoiceNumber, token: null, cartId: null },
    {
      ...{ key: randomUUID(), reason: "", fieldOf: () => "lines" },
      statement: [{ lineId, quantity, mixedIntoSoil: false, unsealed: false }],
    },
  );
  return withdrawal;
}

/** Gives back what is wanted, by somebody who has seen what went back before. */
export async function refund(
  staff: Context,
  orderId: number,
  wanted: Omit<Partial<Parameters<typeof refundOrder>[1]>, "orderId">,
): ReturnType<typeof refundOrder> {
  const { refunded, creditedUnpaid } = await findStaffOrder(staff, orderId);
  const seenRefunded = refunded + creditedUnpaid;
  return refundOrder(staff, { orderId, key: randomUUID(), seenRefunded, reason: "Torn", ...wanted });
}

/** Counts in what came back without a refund, and is not for sale. */
export function countBack(
  staff: Context,
  { orderId, lineId }: { orderId: number; lineId: number },
  quantity: number,
): Promise<unknown> {
  return returnGoods(staff, { orderId, note: "", units: [{ lineId, quantity, isBackToStock: false }] });
}

/** Sells so many units at £20.00 each at the counter, to cora@example.com. Returns the number of the order. */
export async function sellAtCounter(
  staff: Context,
  productId: number,
  { quantity, paymentMethod }: { quantity: number; paymentMethod: "cash" | "account" },
): Promise<string> {
  const { invoiceNumber } = await sendCounterOrder(
    staff,
    counterOrderSchema.parse({
      ...{ retryKey: randomUUID(), customerName: "Cora Counter", customerEmail: "cora@example.com" },
      ...{ customerAddress: "1 Market Square, Ludlow, SY8 1AA", paymentMethod },
      ...{ takenAt: staff.clock.now().toISOString(), toldTotal: (20 * quantity).toFixed(2) },
      items: [{ productId, quantity, told: "20.00" }],
    }),
  );
  return invoiceNumber;
}
