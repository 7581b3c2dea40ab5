import { type EntityManager, LockMode } from "@mikro-orm/postgresql";
import { Checkout, StockHold } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { LONGEST_HOLD_MILLISECONDS } from "./checkout-limits.ts";
import type { CheckoutStatus } from "./checkout-status.ts";
import { giveLapsedPlacesBack, givePlaceBack } from "./hold-collection.server.ts";
import { lockProducts, lockProductsOf, releaseHolds } from "./hold-stock.server.ts";

/** The maximum for one run of the sweeper; the rest waits a minute. */
const MOST_LAPSED = 500;

/**
 * Cancels an unpaid checkout, so that its stock can be sold again. Leaves a paid one alone; a payment that arrives
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
    // A shopper who has come back meanwhile has renewed the hold.
    if (status === "expired" && checkout.holdExpiresAt && checkout.holdExpiresAt > now) return;
    await releaseHoldsOf(em, checkoutId, now);
    em.assign(checkout, { status, heldBy: null });
  });
}

/**
 * Deletes a checkout's holds, with its place in a half hour of collections, and the lapsed holds of the same products;
 * the checkout row must be locked.
 */
export async function releaseHoldsOf(em: EntityManager, checkoutId: string, now: Date): Promise<void> {
  const products = await lockProductsOf(em, checkoutId, []);
  await releaseHolds(em, products, { checkoutId, now });
  await givePlaceBack(em, checkoutId);
}

/**
 * Extends a checkout, its stock holds and its place in a half hour, up to the end that no hold goes beyond. Holds that lapsed and were given to
 * others meanwhile do not come back.
 */
export async function extendHold(
  context: Context,
  checkoutId: string,
  until: Date,
  longest: number = LONGEST_HOLD_MILLISECONDS,
): Promise<void> {
  await inTransaction(context.em, async (em) => {
    await em.nativeUpdate(Checkout, { id: checkoutId, status: "paying" }, { holdExpiresAt: until });
    await em.execute(
      `update stock_hold set expires_at = least(?, checkout.held_since + make_interval(secs => ?))
         from checkout where checkout.id = stock_hold.checkout_id and checkout.id = ?`,
      [until, longest / 1000, checkoutId],
    );
    await em.execute(
      `update collection_place
          set expires_at = greatest(expires_at, least(?, checkout.held_since + make_interval(secs => ?)))
         from checkout where checkout.id = collection_place.checkout_id and checkout.id = ?`,
      [until, longest / 1000, checkoutId],
    );
  });
}

/** Ends holds that have expired, so that others can buy the stock; the checkout itself may still be paid. */
export async function releaseLapsedHolds(context: Context): Promise<void> {
  const now = context.clock.now();
  await inTransaction(context.em, async (em) => {
    const lapsed = await em.find(
      StockHold,
      { expiresAt: { $lte: now } },
      { fields: ["product"], limit: MOST_LAPSED },
    );
    const products = await lockProducts(em, [...new Set(lapsed.map((hold) => hold.product.id))]);
    await releaseHolds(em, products, { now });
    await giveLapsedPlacesBack(em, now);
  });
}
