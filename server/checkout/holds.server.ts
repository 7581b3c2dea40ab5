import { type EntityManager, LockMode } from "@mikro-orm/postgresql";
import { Checkout, StockHold } from "#db/entities/index.ts";
import { holderKeyOf } from "#server/access/limit-key.ts";
import { isWithinLimit, returnToLimit } from "#server/access/rate-limit.server.ts";
import type { RequestedLine } from "#server/catalogue/sellable.server.ts";
import type { Context } from "#server/core/context.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { log } from "#server/core/log.ts";
import { type CheckoutStatus, HOLD_MILLISECONDS, LONGEST_HOLD_MILLISECONDS } from "./checkout.ts";
import {
  assertPlaceFree,
  holdPlace,
  type PlaceHold,
  releaseLapsedPlaces,
  releasePlace,
  slotOf,
} from "./hold-collection.server.ts";
import { holdStock, lockProducts, releaseHolds } from "./hold-stock.server.ts";

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
  const products = await lockProducts(em, [], checkoutId);
  await releaseHolds(em, products, { checkoutId, now });
  await releasePlace(em, checkoutId);
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
    const products = await lockProducts(
      em,
      lapsed.map(({ product }) => ({ productId: product.id })),
    );
    await releaseHolds(em, products, { now });
    await releaseLapsedPlaces(em, now);
  });
}

/*
 * Somebody who opens payments and does not pay keeps stock from others. Three limits apply to such an address, and
 * none keeps anybody from buying what is there: its share of each product (`divideHold`), a fixed time from the first
 * hold of a checkout, and a number of unpaid holds a day (docs/decisions/039-holds-have-an-end.md).
 */

interface HoldRequest {
  /** Locked; this function updates it. */
  checkout: Checkout;
  /** None where stock is not managed. */
  lines: readonly RequestedLine[];
}

/**
 * Holds the lines of a checkout, and its place in a half hour, for the client's address, as many and as long as that
 * address may keep them from others. The products are locked last, since everybody who buys them waits from then on.
 * @throws ShopError `out_of_stock`
 */
export async function holdForAddress(
  em: EntityManager,
  context: Context,
  { checkout, lines }: HoldRequest,
): Promise<void> {
  if (lines.length === 0 && placeWanted(context, checkout) === undefined)
    return releasePlace(em, checkout.id);
  const now = context.clock.now();
  const heldBy = holderKeyOf(context.clientAddress);
  const mayKeep = checkout.heldSince ? true : await isWithinLimit({ clientAddress: heldBy }, "stock-hold");
  em.assign(checkout, {
    heldBy,
    ...(mayKeep ? { heldSince: checkout.heldSince ?? now } : {}),
  });
  await em.flush();
  const since = checkout.heldSince ?? now;
  const expiresAt = new Date(
    Math.min(now.getTime() + HOLD_MILLISECONDS, since.getTime() + LONGEST_HOLD_MILLISECONDS),
  );
  const holdsForAddressOnly = !mayKeep || expiresAt <= now;
  await holdPlaceOf(em, context, checkout, holdsForAddressOnly ? undefined : { heldBy, expiresAt });
  const holder = { checkoutId: checkout.id, heldBy };
  const products = await lockProducts(em, lines, checkout.id);
  await releaseHolds(em, products, { checkoutId: checkout.id, now });
  await holdStock(em, products, lines, holder, {
    expiresAt,
    holdsForAddressOnly,
  });
}

/**
 * The place in the half hour in which the checkout's goods are collected: kept until then, or only looked for where the
 * address may keep nothing from others.
 * @throws ShopError `conflict`
 */
export async function holdPlaceOf(
  em: EntityManager,
  context: Context,
  checkout: Pick<Checkout, "id" | "details">,
  hold: PlaceHold | undefined,
): Promise<void> {
  if (!context.settings.collectionEnabled) return;
  const slot = placeWanted(context, checkout);
  // Looking takes nothing away: another tab may be paying for the place.
  if (slot === undefined) return hold && releasePlace(em, checkout.id);
  const wanted = { checkoutId: checkout.id, slot };
  return hold ? holdPlace(em, context, wanted, hold) : assertPlaceFree(em, context, wanted);
}

function placeWanted(
  { settings }: Pick<Context, "settings">,
  { details }: Pick<Checkout, "details">,
): string | undefined {
  return settings.collectionEnabled && details ? slotOf(details) : undefined;
}

/** A paid hold does not count against its address, which the checkout forgets as its order is made; null for none. */
export async function releasePaidHold(heldBy: string | null): Promise<void> {
  if (heldBy === null) return;
  try {
    await returnToLimit({ clientAddress: heldBy }, "stock-hold");
  } catch (error) {
    // The order exists; at worst the address counts one hold too many for a day.
    log("warn", "a hold that was paid for is still counted", { error });
  }
}
