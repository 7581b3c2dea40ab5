import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { type EntityManager, LockMode } from "@mikro-orm/postgresql";
import { Checkout } from "#db/entities/index.ts";
import { holderKeyOf } from "#server/access/limit-key.ts";
import { countAgainstLimit } from "#server/access/rate-limit.server.ts";
import { requirePermission } from "#server/access/read.server.ts";
import {
  type PricedFor,
  priceLines,
  type RequestedLine,
  type SellableProduct,
  sellable,
  sellableProducts,
} from "#server/catalogue/sellable.server.ts";
import { type Context, tradeListOf } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { typedSql } from "#server/core/typed-sql.server.ts";
import type { ProviderId } from "#server/payments/provider-list.ts";
import { currencyOf, formatMoney, type Pence } from "#server/pricing/money.ts";
import { quote } from "#server/pricing/quote.ts";
import { unservedPlace } from "#server/pricing/served-places.ts";
import { servedPlacesOf } from "#server/settings/promises.ts";
import { pricingRulesOf, type StoreSettings } from "#server/settings/store-settings.ts";
import { type CheckoutDetails, HOLD_MILLISECONDS, type PricedSnapshot } from "./checkout.ts";
import { isCollected } from "./delivery-choice.ts";
import { assertSellable } from "./hold-stock.server.ts";
import { holdForAddress, holdPlaceOf } from "./holds.server.ts";
import { deliveryOf, snapshotOf } from "./snapshot.ts";

interface StartCheckoutInput {
  cartId: string;
  details: CheckoutDetails;
  paymentMethod: ProviderId;
  /** Throws when this is not what the shopper saw: then nothing is stored or held. */
  agree?: (snapshot: PricedSnapshot) => void;
}

export interface StartedCheckout {
  checkoutId: string;
  version: number;
  total: Pence;
  /** `INV-` and digits, made once per checkout (docs/rules.md#orders-3). */
  invoiceNumber: string;
  snapshot: PricedSnapshot;
}

/**
 * Prices the cart from the product rows and keeps what was typed. A cart has one checkout that is unpaid: calling
 * again brings it up to date, and its version grows when anything that is charged or said changed. Looking and typing
 * hold nothing.
 * @throws ShopError `unauthenticated` (guests may not buy), `conflict` (empty cart), `out_of_stock`, `rate_limited`,
 * `validation_failed` (we do not deliver there)
 */
export function prepareCheckout(context: Context, input: StartCheckoutInput): Promise<StartedCheckout> {
  return bringUpToDate(context, input, async (em, priced) => {
    if (context.settings.stockManagement) await assertStillSellable(em, context, priced);
    await holdPlaceOf(em, context, priced.checkout, undefined);
  });
}

/**
 * The same, and holds the stock, for a payment that is opened next: `openWhileHeld` releases it if none was. Where too
 * little seems to be left, this is looked at before anybody waits for those who are buying the rest.
 * @throws as `prepareCheckout`
 */
export function startCheckout(context: Context, input: StartCheckoutInput): Promise<StartedCheckout> {
  return bringUpToDate(context, input, async (em, priced) => {
    const { checkout, lines, products } = priced;
    if (!context.settings.stockManagement) return holdForAddress(em, context, { checkout, lines: [] });
    const seemsShort = lines.some(({ productId, quantity }) => {
      const product = products.get(productId);
      return !product || sellable(product) < quantity;
    });
    if (seemsShort) await assertStillSellable(em, context, priced);
    return holdForAddress(em, context, { checkout, lines });
  });
}

interface PricedCart {
  lines: readonly RequestedLine[];
  products: ReadonlyMap<number, SellableProduct>;
  snapshot: PricedSnapshot;
}

interface Priced extends PricedCart {
  checkout: Checkout;
  now: Date;
}

/** @throws ShopError `out_of_stock` for what the checkout could not hold now */
function assertStillSellable(
  em: EntityManager,
  context: Context,
  { checkout, lines, products, now }: Priced,
): Promise<void> {
  const holder = { checkoutId: checkout.id, heldBy: holderKeyOf(context.clientAddress) };
  return assertSellable(em, products, lines, holder, now);
}

async function bringUpToDate(
  context: Context,
  input: StartCheckoutInput,
  seeToGoods: (em: EntityManager, priced: Priced) => Promise<void>,
): Promise<StartedCheckout> {
  requireMayBuy(context);
  const { settings, clock, actor } = context;
  requireServed(settings, input.details);
  return inTransaction(context.em, async (em) => {
    await lockCheckout(em, input.cartId);
    const now = clock.now();
    const holdExpiresAt = new Date(now.getTime() + HOLD_MILLISECONDS);
    const existing = await em.findOne(
      Checkout,
      { cart: input.cartId, status: { $in: ["open", "paying"] }, snapshot: { $ne: null } },
      { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { createdAt: "desc" } },
    );
    // Read once the lock is held: a payment that was just becoming an order has removed its lines by then.
    const cart = await priceCart(em, input, { settings, tradeList: tradeListOf(context) }, now);
    const { snapshot } = cart;
    input.agree?.(snapshot);
    const priced = {
      snapshot,
      details: input.details,
      paymentMethod: input.paymentMethod,
      totalAmount: snapshot.total,
      currency: currencyOf(snapshot),
    };
    if (!existing) await countAgainstLimit(context, "checkout");
    const checkout =
      existing ??
      em.create(Checkout, {
        id: randomUUID(),
        cart: input.cartId,
        requestedInvoiceNumber: `INV-${now.getTime()}`,
        createdAt: now,
        ...priced,
      });
    if (existing && !isSame(existing, priced))
      em.assign(existing, { ...priced, version: existing.version + 1 });
    em.assign(checkout, { status: "paying", holdExpiresAt });
    if (actor.kind === "user") em.assign(checkout, { user: actor.id });
    // What is held refers to it.
    if (!existing) await em.flush();
    await seeToGoods(em, { ...cart, checkout, now });
    return {
      checkoutId: checkout.id,
      version: checkout.version,
      total: snapshot.total,
      invoiceNumber: checkout.requestedInvoiceNumber ?? "",
      snapshot,
    };
  });
}

/** What the guestCheckout setting requires. */
export function requireMayBuy(context: Context): void {
  requirePermission(context, "orders.place");
  if (context.actor.kind === "visitor" && !context.settings.guestCheckout) {
    throw new ShopError("unauthenticated", "Please sign in to place an order.");
  }
}

/** What the setting of places served asks, beside the field that names the country of the delivery. */
function requireServed(settings: StoreSettings, details: CheckoutDetails): void {
  if (settings.collectionEnabled && isCollected(details.delivery)) {
    requireSlot(details);
    return;
  }
  const unserved = unservedPlace(details.shippingAddress, servedPlacesOf(settings));
  if (unserved === null) return;
  const { by, reason } = unserved;
  const field = details.sameShipping ? by : by === "country" ? "shippingCountry" : "shippingPostcode";
  throw new ShopError("validation_failed", reason, { fields: { [field]: [reason] } });
}

/** Which half hour, beside the field that asks for it. */
function requireSlot({ delivery }: CheckoutDetails): void {
  if (delivery?.slot) return;
  const message = "Please choose when you collect";
  throw new ShopError("validation_failed", message, { fields: { collectionSlot: [message] } });
}

/**
 * A cart at the prices of this moment, for a delivery. @throws ShopError `conflict` (empty, or delivery has no price),
 * `out_of_stock`, `validation_failed` (we do not deliver there)
 */
async function priceCart(
  em: EntityManager,
  { cartId, details }: { cartId: string; details: CheckoutDetails },
  pricedFor: PricedFor,
  now: Date,
): Promise<PricedCart> {
  const lines = await readCartLines(em, cartId);
  if (lines.length === 0) throw new ShopError("conflict", "Your cart is empty.");
  const products = await sellableProducts(em, lines, now);
  const delivery = deliveryOf(details);
  const rules = pricingRulesOf(pricedFor.settings);
  const quoted = quote(priceLines(lines, products, pricedFor), delivery, rules);
  const snapshot = snapshotOf(quoted, { delivery, rules, tradeList: pricedFor.tradeList });
  return { lines, products, snapshot };
}

/** Two requests of one cart (two tabs, a double click) run one after the other, so that they share one checkout. */
export async function lockCheckout(em: EntityManager, cartId: string): Promise<void> {
  await em.execute("select pg_advisory_xact_lock(hashtextextended(?, 0))", [`checkout of cart ${cartId}`]);
}

/** As pages show the cart: without products that were archived meanwhile. */
async function readCartLines(em: EntityManager, cartId: string): Promise<RequestedLine[]> {
  return typedSql(em)
    .selectFrom("cart_line as line")
    .innerJoin("product", "product.id", "line.product_id")
    .where("line.cart_id", "=", cartId)
    .where("product.archived_at", "is", null)
    .orderBy("line.product_id")
    .select(["line.product_id as productId", "line.quantity"])
    .execute();
}

function isSame(
  checkout: Pick<Checkout, "snapshot" | "details" | "paymentMethod">,
  priced: { snapshot: PricedSnapshot; details: CheckoutDetails; paymentMethod: ProviderId },
): boolean {
  return (
    isDeepStrictEqual(checkout.snapshot, priced.snapshot) &&
    isDeepStrictEqual(checkout.details, priced.details) &&
    checkout.paymentMethod === priced.paymentMethod
  );
}

interface Approved {
  checkoutId: string;
  cartId: string;
  /** What the payer saw when they approved the payment. */
  snapshot: PricedSnapshot;
}

/** Whether a checkout no longer reserves its stock, because it has expired or was closed. */
export function hasLapsed({ status, holdExpiresAt }: Pick<Checkout, "status" | "holdExpiresAt">, now: Date) {
  if (status !== "paying" && status !== "open") return true;
  return holdExpiresAt !== null && holdExpiresAt !== undefined && holdExpiresAt <= now;
}

/**
 * Checks before the capture that an approved payment still buys what its payer saw: the cart at today's prices is
 * what they approved. With `renew`, for a payer who is present, the stock is reserved again; a checkout whose hold
 * has lapsed is reopened, since the payer did their part. Without it nothing changes.
 * @throws ShopError `conflict` (another cart, price or checkout by now), `out_of_stock`, `unauthenticated`
 */
export async function holdApproved(
  context: Context,
  { checkoutId, cartId, snapshot }: Approved,
  { renew }: { renew: boolean },
): Promise<void> {
  requireMayBuy(context);
  const { settings, clock, actor } = context;
  await inTransaction(context.em, async (em) => {
    await lockCheckout(em, cartId);
    const now = clock.now();
    const checkout = await em.findOneOrFail(Checkout, checkoutId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (checkout.status === "paid" || !checkout.details) throw changed();
    const others = { cart: cartId, status: { $in: ["open", "paying"] as const }, id: { $ne: checkoutId } };
    if ((await em.count(Checkout, { ...others, snapshot: { $ne: null } })) > 0) throw startedAgain();
    // While nobody is there to ask, the prices are those of the list that was approved.
    const tradeList = actor.kind === "user" ? tradeListOf(context) : (snapshot.tradeList ?? null);
    const asked = { cartId, details: checkout.details };
    const priced = await priceCart(em, asked, { settings, tradeList }, now);
    if (!isPricedAs(priced.snapshot, snapshot)) throw changed(priced.snapshot);
    const { lines, products } = priced;
    if (!renew) {
      // Beyond its share and after its end a checkout reserves nothing: others may have bought the stock meanwhile.
      const holder = { checkoutId, heldBy: checkout.heldBy ?? null };
      if (settings.stockManagement) await assertSellable(em, products, lines, holder, now);
      await holdPlaceOf(em, context, checkout, undefined);
      return;
    }
    const holdExpiresAt = new Date(now.getTime() + HOLD_MILLISECONDS);
    em.assign(checkout, { status: "paying", holdExpiresAt });
    if (actor.kind === "user") em.assign(checkout, { user: actor.id });
    await em.flush();
    await holdForAddress(em, context, { checkout, lines: settings.stockManagement ? lines : [] });
  });
}

/**
 * Whether it is priced now as it was approved. What was approved before the shop froze how an order goes out says the
 * same of everything else.
 */
function isPricedAs(now: PricedSnapshot, approved: PricedSnapshot): boolean {
  const { delivery: _, ...withoutDelivery } = now;
  return isDeepStrictEqual(agreedOf(approved.delivery ? now : withoutDelivery), agreedOf(approved));
}

/**
 * What the payer approves: which goods, how many, at what price, how they come, and the total. What a product is called,
 * how its VAT is shown and what a pack weighs, staff may have changed meanwhile; the order has what was approved.
 */
function agreedOf({ lines, delivery, shipping, total, currency, isExport, tradeList }: PricedSnapshot) {
  const { loads: _, split: __, ...how } = delivery ?? { loads: null, split: null };
  return {
    ...{ shipping, total, currency, isExport, tradeList, how },
    goods: lines.map(({ productId, quantity, unitPrice }) => ({ productId, quantity, unitPrice })),
  };
}

/** For a payer whose cart is no longer what they approved. */
export function changed(priced?: Pick<PricedSnapshot, "total" | "currency">): ShopError {
  const now = priced ? ` The total is now ${formatMoney(priced.total, currencyOf(priced))}.` : "";
  return new ShopError("conflict", `Your cart has changed since you approved the payment.${now}`);
}

function startedAgain(): ShopError {
  return new ShopError("conflict", "Your approval waited too long: the checkout was begun anew since.");
}
