import type { EntityManager } from "@mikro-orm/postgresql";
import type { Checkout } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { log } from "#server/core/log.ts";
import { holderKeyOf } from "#server/http/limit-key.ts";
import { giveBackToLimit, isWithinLimit } from "#server/http/rate-limit.server.ts";
import { HOLD_MILLISECONDS, LONGEST_HOLD_MILLISECONDS } from "./checkout-limits.ts";
import {
  givePlaceBack,
  holdPlace,
  type PlaceHold,
  refuseTakenPlace,
  slotOf,
} from "./hold-collection.server.ts";
import { holdStock, lockProductsOf, type RequestedLine, releaseHolds } from "./hold-stock.server.ts";

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
    return givePlaceBack(em, checkout.id);
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
  const products = await lockProductsOf(em, checkout.id, lines);
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
  if (slot === undefined) return hold && givePlaceBack(em, checkout.id);
  const wanted = { checkoutId: checkout.id, slot };
  return hold ? holdPlace(em, context, wanted, hold) : refuseTakenPlace(em, context, wanted);
}

function placeWanted(
  { settings }: Pick<Context, "settings">,
  { details }: Pick<Checkout, "details">,
): string | undefined {
  return settings.collectionEnabled && details ? slotOf(details) : undefined;
}

/**
 * A paid hold does not count against its address, which the checkout forgets as its order is made; null for one that
 * was never counted.
 */
export async function giveBackPaidHold(heldBy: string | null): Promise<void> {
  if (heldBy === null) return;
  try {
    await giveBackToLimit({ clientAddress: heldBy }, "stock-hold");
  } catch (error) {
    // The order exists; at worst the address counts one hold too many for a day.
    log("warn", "a hold that was paid for is still counted", { error });
  }
}
