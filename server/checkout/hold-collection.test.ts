import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { CollectionPlace, Order, OrderEvent, type Product } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { cancelOrder } from "#server/orders/change-status.server.ts";
import { finalisePayment } from "#server/orders/finalise-payment.server.ts";
import { sweepCheckouts } from "#server/orders/sweep-checkouts.server.ts";
import { buyByCard, filledForm, openCheckout, payingContext, startFor } from "#server/testing/checkouts.ts";
import { asUser, makeCart, makeProduct, makeUser } from "#server/testing/factories.ts";
import { GOOD_CARD, payIntent, runTestSandbox } from "#server/testing/sandbox.ts";
import { countWaiting } from "#server/testing/waiting-for-locks.ts";
import { detailsOf } from "./checkout-details.ts";
import { findOpenSlots, releaseLapsedPlaces } from "./hold-collection.server.ts";
import { extendHold } from "./holds.server.ts";
import { prepareCheckout } from "./start-checkout.server.ts";

await runTestSandbox();

const MINUTE = 60_000;
let context: Context;
let product: Product;
let slot: string;
/** Each test has a half hour of its own. */
let used = 0;

const settings = { collectionEnabled: true, collectionCapacity: 1, collectionNoticeHours: 24 };

beforeEach(async () => {
  context = await payingContext({ settings });
  product = await makeProduct(context, { price: 6000, stockQuantity: 1000 });
  slot = (await findOpenSlots(context, null))[used] ?? "";
  used += 1;
});

const somebody = (): Context => ({ ...context, clientAddress: randomUUID(), em: context.em.fork() });
const laterBy = (minutes: number): Context => ({
  ...somebody(),
  clock: { now: () => new Date(Date.now() + minutes * MINUTE) },
});
const collecting = (when = slot) => ({ deliveryOption: "collection", collectionSlot: when });
const press = (shopper: Context, when = slot) =>
  openCheckout(shopper, [{ product, quantity: 1 }], collecting(when));
const placesIn = (when = slot) => context.em.fork().count(CollectionPlace, { startsAt: new Date(when) });

describe("a place in a half hour of collections", () => {
  it("is free of charge, and what was chosen is frozen with what is paid and stands on the order", async () => {
    const { order, snapshot } = await buyByCard(context, [{ product, quantity: 1 }], {
      ...collecting(),
      country: "Jersey",
      postcode: "JE2 3AB",
    });
    expect(snapshot).toMatchObject({ shipping: 0, total: 6000 });
    expect(snapshot.delivery).toEqual({
      id: "collection",
      label: "Collection from our yard",
      price: 0,
      slot,
    });
    expect(order).toMatchObject({ shippingCost: 0, totalAmount: 6000, deliveryToBeAgreed: false });
    expect(order.delivery).toEqual(snapshot.delivery);
  });

  it("is got by one of two who want the last one at the same time", async () => {
    const results = await Promise.allSettled([press(somebody()), press(somebody())]);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const refused = results.find((result) => result.status === "rejected");
    expect(refused?.reason).toMatchObject({
      code: "conflict",
      fields: { collectionSlot: [expect.stringContaining("Somebody else has just taken")] },
    });
    expect(await placesIn()).toBe(1);
    expect(await findOpenSlots(context, null)).not.toContain(slot);
  });

  it("is one of as many as the capacity says", async () => {
    const wide = { ...context, settings: { ...context.settings, collectionCapacity: 3 } };
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, () => press({ ...wide, clientAddress: randomUUID(), em: wide.em.fork() })),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    expect(await placesIn()).toBe(3);
  });

  it("is not one more than the capacity after that was lowered, whichever place has become free", async () => {
    const wide = { ...context, settings: { ...context.settings, collectionCapacity: 2 } };
    for (const clientAddress of [randomUUID(), randomUUID()]) {
      await press({ ...wide, clientAddress, em: wide.em.fork() });
    }
    await context.em.fork().nativeDelete(CollectionPlace, { startsAt: new Date(slot), place: 1 });
    expect(await findOpenSlots(context, null)).not.toContain(slot);
    await expect(press(somebody())).toBeRefused("conflict");
    expect(await placesIn()).toBe(1);
  });

  it("is kept by nobody who only looks", async () => {
    const cartId = await makeCart(context, [{ product, quantity: 1 }]);
    const details = detailsOf(filledForm(collecting()));
    await prepareCheckout(context, { cartId, details, paymentMethod: "stripe" });
    expect(await placesIn()).toBe(0);
  });

  it("is asked for beside its field, and only in half hours in which the yard is open", async () => {
    await expect(press(somebody(), "")).toBeRefused("validation_failed", {
      fields: { collectionSlot: ["Please choose when you collect"] },
    });
    await expect(press(somebody(), "2026-01-01T03:00:00.000Z")).toBeRefused("conflict", {
      fields: { collectionSlot: ["Please choose a time at which we are open for collection."] },
    });
  });

  it("goes to the next one when it was not paid in time", async () => {
    await press(somebody());
    await sweepCheckouts(laterBy(70));
    expect(await placesIn()).toBe(0);
    await press(somebody());
    expect(await placesIn()).toBe(1);
  });

  it("goes back when its shopper chooses another half hour", async () => {
    const other = (await findOpenSlots(context, null)).at(-1) ?? "";
    const cartId = await makeCart(context, [{ product, quantity: 1 }]);
    for (const when of [slot, other]) {
      await startFor(context, { cartId, form: filledForm(collecting(when)) });
    }
    expect([await placesIn(slot), await placesIn(other)]).toEqual([0, 1]);
  });

  it("stays with a paid order, however late it is, until that is cancelled", async () => {
    const { order } = await buyByCard(somebody(), [{ product, quantity: 1 }], collecting());
    await sweepCheckouts(laterBy(70));
    await expect(press(laterBy(70))).toBeRefused("conflict");
    const staff = asUser(context, await makeUser(context, { role: "administrator" }));
    await cancelOrder(staff, { orderId: order.id, from: order.status, note: "", restock: true });
    expect(await placesIn()).toBe(0);
  });

  it("stays with an order whose money comes at the moment at which it lapses", async () => {
    const { checkoutId } = await press(somebody());
    const sweeping = await inTransaction(context.em, async (em) => {
      await em.execute("update collection_place set expires_at = now() where checkout_id = ?", [checkoutId]);
      await em.execute("update checkout set status = 'paid' where id = ?", [checkoutId]);
      const released = releaseLapsedPlaces(context.em.fork(), new Date(Date.now() + 60 * MINUTE));
      await Promise.race([released, expect.poll(countWaiting, { timeout: 10_000 }).toBe(1)]);
      return { released };
    });
    await sweeping.released;
    expect(await placesIn()).toBe(1);
  });

  it("that was given to somebody else before the money came is to be agreed again", async () => {
    const late = await press(somebody());
    await context.em
      .fork()
      .nativeUpdate(CollectionPlace, { checkout: late.checkoutId }, { expiresAt: new Date(0) });
    await press(somebody());
    await payIntent(late.clientSecret, GOOD_CARD);
    await finalisePayment(context, "stripe", late.paymentIntentId);
    const order = await context.em.fork().findOneOrFail(Order, { checkout: late.checkoutId });
    expect(order.delivery).toMatchObject({ slot, slotLost: true });
    const told = await context.em.fork().find(OrderEvent, { order: order.id });
    expect(told.map(({ kind }) => kind)).toContain("slot_lost");
    expect(await placesIn()).toBe(1);
  });

  it("is kept for as long as stock is, however often it is renewed, also where no stock is managed", async () => {
    const loose = { ...context.settings, stockManagement: false };
    const cartId = await makeCart(context, [{ product, quantity: 1 }]);
    const form = filledForm(collecting());
    for (const minutes of [0, 30, 60]) {
      await startFor({ ...laterBy(minutes), settings: loose }, { cartId, form });
    }
    const { checkout, expiresAt } = await context.em.fork().findOneOrFail(CollectionPlace, {
      startsAt: new Date(slot),
    });
    await extendHold(context, checkout.id, new Date(Date.now() + 90 * MINUTE));
    const kept = await context.em.fork().findOneOrFail(CollectionPlace, { startsAt: new Date(slot) });
    for (const end of [expiresAt, kept.expiresAt]) {
      expect(Number(end)).toBeLessThanOrEqual(Date.now() + 63 * MINUTE);
    }
    const other = await openCheckout(
      { ...laterBy(64), settings: loose },
      [{ product, quantity: 1 }],
      collecting(),
    );
    expect(await context.em.fork().count(CollectionPlace, { checkout: other.checkoutId })).toBe(1);
  });

  it("is one of half of the places for those behind one address who have not paid", async () => {
    const wide = { ...context, settings: { ...context.settings, collectionCapacity: 4 } };
    const clientAddress = randomUUID();
    const four = Array.from({ length: 4 }, () => press({ ...wide, clientAddress, em: wide.em.fork() }));
    await Promise.all(four);
    expect(await placesIn()).toBe(2);
    await press({ ...wide, clientAddress: randomUUID(), em: wide.em.fork() });
    expect(await placesIn()).toBe(3);
  });

  it("that is taken is not promised to who may keep no other from the same address", async () => {
    const clientAddress = randomUUID();
    await press({ ...context, clientAddress, em: context.em.fork() });
    await expect(press({ ...context, clientAddress, em: context.em.fork() })).toBeRefused("conflict");
  });

  it("is kept for one address twelve times a day, where no stock is managed too", async () => {
    const loose = { ...context, settings: { ...context.settings, stockManagement: false } };
    const clientAddress = randomUUID();
    const free = await findOpenSlots(context, null);
    let kept = 0;
    for (const when of free.slice(-14)) {
      const { checkoutId } = await press({ ...loose, clientAddress, em: loose.em.fork() }, when);
      kept += await context.em.fork().count(CollectionPlace, { checkout: checkoutId });
    }
    expect(kept).toBe(12);
  });

  it("is neither offered nor kept while collection is off", async () => {
    const off = { ...context, settings: { ...context.settings, collectionEnabled: false } };
    const { snapshot } = await press(off);
    expect(snapshot.delivery).toBeUndefined();
    expect(await placesIn()).toBe(0);
    expect(await findOpenSlots(off, null)).toEqual([]);
  });
});
