import type { EntityManager } from "@mikro-orm/postgresql";
import { orderShape } from "./paypal-shapes.ts";
import type { Funding, OrderState } from "./paypal-state.ts";
import { loadPayPal, payPalOrders, savePayPal } from "./paypal-store.server.ts";
import { recordPayPalEvent } from "./record-paypal-event.server.ts";

/** Whether the payer can still choose how to pay. */
export function canApprove({ status, askAgain }: OrderState): boolean {
  return status === "CREATED" || status === "PAYER_ACTION_REQUIRED" || (status === "APPROVED" && askAgain);
}

/** The payer says yes. Nothing happens to an order that is not open any more. */
export async function approveOrder(
  em: EntityManager,
  orderId: string,
  funding: Funding,
): Promise<OrderState> {
  const order = await loadPayPal(em, payPalOrders, orderId, { lock: true });
  if (!canApprove(order)) return order;
  const approved: OrderState = { ...order, status: "APPROVED", funding, askAgain: false };
  await savePayPal(em, payPalOrders, approved);
  recordPayPalEvent(em, "CHECKOUT.ORDER.APPROVED", orderShape(approved, { captures: [], refunds: [] }));
  return approved;
}
