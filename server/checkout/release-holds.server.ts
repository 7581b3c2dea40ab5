import { type EntityManager, LockMode } from "@mikro-orm/postgresql";
import { Checkout, StockHold } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import type { CheckoutStatus } from "./checkout-status.ts";
import { lockProducts, releaseHolds } from "./hold-stock.server.ts";

/**
 * Gives an unpaid checkout up: its stock can be sold again. A paid one is left alone; a payment that arrives
 * afterwards still makes an order.
 */
export async function closeCheckout(
  context: Context,
  checkoutId: string,
  status: Extract<CheckoutStatus, "expired" | "cancelled">,
): Promise<void> {
  const now = context.clock.now();
  await inTransaction(context.em, async (em) => {
    const checkout = await em.findOne(Checkout, checkoutId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!checkout || checkout.status === "paid") return;
    // A shopper who came back meanwhile has renewed the hold.
    if (status === "expired" && checkout.holdExpiresAt && checkout.holdExpiresAt > now) return;
    await releaseHoldsOf(em, checkoutId, now);
    checkout.status = status;
  });
}

/** Deletes a checkout's holds; the checkout row must be locked. Lapsed holds of the same products go with them. */
async function releaseHoldsOf(em: EntityManager, checkoutId: string, now: Date): Promise<void> {
  const holds = await em.find(StockHold, { checkout: checkoutId }, { fields: ["product"] });
  const products = await lockProducts(
    em,
    holds.map((hold) => hold.product.id),
  );
  await releaseHolds(em, products, { checkoutId, now });
}

/**
 * Keeps the stock of a checkout whose payment the provider is still deciding on. Holds that have lapsed and were
 * given to others meanwhile do not come back.
 */
export async function extendHold(context: Context, checkoutId: string, milliseconds: number): Promise<void> {
  const until = new Date(context.clock.now().getTime() + milliseconds);
  await inTransaction(context.em, async (em) => {
    await em.nativeUpdate(Checkout, { id: checkoutId, status: "paying" }, { holdExpiresAt: until });
    await em.nativeUpdate(StockHold, { checkout: checkoutId }, { expiresAt: until });
  });
}
