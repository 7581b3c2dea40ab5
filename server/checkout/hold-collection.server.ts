import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { rawRows } from "#server/core/typed-sql.server.ts";
import type { CheckoutDetails } from "./checkout.ts";
import { collectionSlots, slotLabel } from "./collection-slots.ts";
import { isCollected } from "./delivery-choice.ts";

/*
 * A half hour has as many places as its capacity, and a row for each that is taken. The database lets no two checkouts
 * have one place (docs/decisions/066-places-in-a-half-hour.md). A place is kept while its checkout is being paid, and
 * for good once it is paid: then the row only needs the checkout's status, and the order's statement writes nothing.
 */

/** What decides whether a row still keeps its place. */
const KEPT = "(place.expires_at > ? or checkout.status = 'paid')";

interface Wanted {
  checkoutId: string;
  slot: string;
}

/** Which half hour these details ask for; undefined where nothing is collected. */
export function slotOf({ delivery }: Pick<CheckoutDetails, "delivery">): string | undefined {
  return isCollected(delivery) ? delivery?.slot : undefined;
}

/** For whom and how long a place is kept from others. */
export interface PlaceHold {
  /** The address that it counts for; null when nobody's share is counted. */
  heldBy: string | null;
  expiresAt: Date;
}

/** Of a half hour one address keeps at most this part of the places from others while it pays, and one at least. */
const SHARE_OF_PLACES = 0.5;

/**
 * Keeps a place in a half hour for a checkout, in place of the one that it had. Beyond the share of its address it only
 * looks whether there is one.
 * @throws ShopError `conflict` beside the half hour, when all its places are taken
 */
export async function holdPlace(
  em: EntityManager,
  context: Context,
  wanted: Wanted,
  { heldBy, expiresAt }: PlaceHold,
): Promise<void> {
  assertOpenForCollection(context, wanted.slot);
  await lockSlot(em, wanted.slot);
  if (heldBy !== null && (await countNeighbours(em, context, wanted, heldBy)) >= shareOf(context)) {
    return assertPlaceFree(em, context, wanted);
  }
  if (!(await takePlace(em, context, wanted, expiresAt))) throw taken(wanted.slot);
}

/**
 * The same for a checkout that was just paid, whatever the hours are by now: the place that it has, or one that is
 * free. @returns whether it has one
 */
export async function keepPaidPlace(em: EntityManager, context: Context, wanted: Wanted): Promise<boolean> {
  return takePlace(em, context, wanted, context.clock.now());
}

async function takePlace(
  em: EntityManager,
  { settings, clock }: Context,
  { checkoutId, slot }: Wanted,
  expiresAt: Date,
): Promise<boolean> {
  await lockSlot(em, slot);
  const renewed = await rawRows(
    em,
    placeSchema,
    "update collection_place set expires_at = greatest(?, expires_at) where checkout_id = ? and starts_at = ? returning place",
    [expiresAt, checkoutId, slot],
  );
  if (renewed.length > 0) return true;
  await em.execute(
    `delete from collection_place place using checkout
      where checkout.id = place.checkout_id
        and (place.checkout_id = ? or (place.starts_at = ? and not ${KEPT}))`,
    [checkoutId, slot, clock.now()],
  );
  const made = await rawRows(
    em,
    placeSchema,
    `insert into collection_place (checkout_id, starts_at, place, expires_at)
     select ?, ?, place, ? from generate_series(1, ?) as place
      where place not in (select place from collection_place where starts_at = ?)
        and (select count(*) from collection_place where starts_at = ?) < ?
      order by place limit 1 returning place`,
    [checkoutId, slot, expiresAt, settings.collectionCapacity, slot, slot, settings.collectionCapacity],
  );
  return made.length > 0;
}

/** Those who want the same half hour come one after the other; others do not wait. */
async function lockSlot(em: EntityManager, slot: string): Promise<void> {
  await em.execute("select pg_advisory_xact_lock(hashtextextended(?, 0))", [`collection at ${slot}`]);
}

function shareOf({ settings }: Context): number {
  return Math.max(1, Math.ceil(settings.collectionCapacity * SHARE_OF_PLACES));
}

/** The places that other checkouts of an address keep in the half hour without having paid. */
async function countNeighbours(
  em: EntityManager,
  { clock }: Context,
  { checkoutId, slot }: Wanted,
  heldBy: string,
): Promise<number> {
  const [row] = await rawRows(
    em,
    z.object({ places: z.number() }),
    `select count(*)::int as places from collection_place place join checkout on checkout.id = place.checkout_id
      where place.starts_at = ? and place.checkout_id <> ? and checkout.held_by = ? and checkout.status <> 'paid'
        and place.expires_at > ?`,
    [slot, checkoutId, heldBy, clock.now()],
  );
  return row?.places ?? 0;
}

const placeSchema = z.object({ place: z.number() });

/**
 * Whether a checkout could have a place now, without keeping one.
 * @throws ShopError `conflict` as `holdPlace`
 */
export async function assertPlaceFree(
  em: EntityManager,
  context: Context,
  { checkoutId, slot }: Wanted,
): Promise<void> {
  assertOpenForCollection(context, slot);
  const [row] = await rawRows(
    em,
    z.object({ places: z.number() }),
    `select count(*)::int as places from collection_place place join checkout on checkout.id = place.checkout_id
      where place.starts_at = ? and place.checkout_id <> ? and ${KEPT}`,
    [slot, checkoutId, context.clock.now()],
  );
  if ((row?.places ?? 0) >= context.settings.collectionCapacity) throw taken(slot);
}

/** A checkout gives its place back: it was not paid, wants none any more, or its order is cancelled. */
export async function releasePlace(em: EntityManager, checkoutId: string): Promise<void> {
  await em.execute("delete from collection_place where checkout_id = ?", [checkoutId]);
}

/** The places of checkouts that were not paid in time. One that somebody works on at this moment may just be paid. */
export async function releaseLapsedPlaces(em: EntityManager, now: Date): Promise<void> {
  await em.execute(
    `delete from collection_place where checkout_id in (
       select checkout.id from collection_place place join checkout on checkout.id = place.checkout_id
        where not ${KEPT} for update skip locked)`,
    [now],
  );
}

/** The half hours in which there is still a place, for a checkout that may have one of them already. */
export async function findOpenSlots(context: Context, cartId: string | null): Promise<string[]> {
  const now = context.clock.now();
  const slots = collectionSlots(context.settings, now);
  if (slots.length === 0) return [];
  const full = await rawRows(
    context.em.fork(),
    z.object({ slot: z.coerce.date() }),
    `select place.starts_at as slot from collection_place place join checkout on checkout.id = place.checkout_id
      where place.starts_at > ? and ${KEPT} and (checkout.status = 'paid' or checkout.cart_id is distinct from ?)
      group by 1 having count(*) >= ?`,
    [now, now, cartId, context.settings.collectionCapacity],
  );
  const taken = new Set(full.map(({ slot }) => slot.toISOString()));
  return slots.filter((slot) => !taken.has(slot));
}

function assertOpenForCollection({ settings, clock }: Context, slot: string): void {
  if (collectionSlots(settings, clock.now()).includes(slot)) return;
  const message = "Please choose a time at which we are open for collection.";
  throw new ShopError("conflict", message, { fields: { collectionSlot: [message] } });
}

function taken(slot: string): ShopError {
  const message = `Somebody else has just taken ${slotLabel(slot)}. Please choose another time.`;
  return new ShopError("conflict", message, { fields: { collectionSlot: [message] } });
}
