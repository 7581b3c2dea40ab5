import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { type EntityManager, LockMode } from "@mikro-orm/postgresql";
import { Checkout } from "#db/entities/index.ts";
import { holderKeyOf } from "#server/access/limit-key.ts";
import { countAgainstLimit } from "#server/access/rate-limit.server.ts";
import { requirePermission } from "#server/access/require.server.ts";
import { type Context, tradeListOf } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { typedSql } from "#server/core/typed-sql.server.ts";
import type { ProviderId } from "#server/payments/provider-list.ts";
import { currencyOf, type Pence } from "#server/pricing/money.ts";
import { perMeasureField } from "#server/pricing/price-per-measure.ts";
import { unitPriceFor } from "#server/pricing/price-steps.ts";
import { unservedReason } from "#server/pricing/served-places.ts";
import { servedPlacesOf } from "#server/settings/promises.ts";
import { type StoreSettings, vatRateOf } from "#server/settings/store-settings.ts";
import { type CheckoutDetails, HOLD_MILLISECONDS, type PricedLine, type PricedSnapshot } from "./checkout.ts";
import { isCollected } from "./delivery-choice.ts";
import {
  type RequestedLine,
  readProducts,
  refuseUnsellable,
  type StockedProduct,
  sellable,
} from "./hold-stock.server.ts";
import { holdForAddress, holdPlaceOf } from "./holds.server.ts";
import { deliveryOf, pricingRulesOf, snapshotOf } from "./quote-checkout.ts";

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
    if (context.settings.stockManagement) await refuseUnsold(em, context, priced);
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
    const { checkout, requested, products } = priced;
    if (!context.settings.stockManagement) return holdForAddress(em, context, { checkout, lines: [] });
    const seemsShort = requested.some(({ productId, quantity }) => {
      const product = products.get(productId);
      return !product || sellable(product) < quantity;
    });
    if (seemsShort) await refuseUnsold(em, context, priced);
    return holdForAddress(em, context, { checkout, lines: requested });
  });
}

interface Priced {
  checkout: Checkout;
  requested: readonly RequestedLine[];
  products: ReadonlyMap<number, StockedProduct>;
  now: Date;
}

/** @throws ShopError `out_of_stock` for what the checkout could not hold now */
function refuseUnsold(
  em: EntityManager,
  context: Context,
  { checkout, requested, products, now }: Priced,
): Promise<void> {
  const holder = { checkoutId: checkout.id, heldBy: holderKeyOf(context.clientAddress) };
  return refuseUnsellable(em, products, requested, holder, now);
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
    const cartLines = await readCartLines(em, input.cartId);
    if (cartLines.length === 0) throw new ShopError("conflict", "Your cart is empty.");
    const productIds = cartLines.map(({ productId }) => productId);
    const products = await readProducts(em, productIds, now);
    const tradeList = tradeListOf(context);
    const snapshot = snapshotOf(
      priceLines(cartLines, products, { settings, tradeList }),
      deliveryOf(input.details),
      pricingRulesOf(settings),
      tradeList,
    );
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
    await seeToGoods(em, { checkout, requested: cartLines, products, now });
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
  const { shippingAddress, sameShipping } = details;
  const { country, postcode } = shippingAddress;
  const served = servedPlacesOf(settings);
  const message = unservedReason({ country, postcode }, served);
  if (message === null) return;
  const isCountry = unservedReason({ country }, served) !== null;
  const name = isCountry ? "country" : "postcode";
  const field = sameShipping ? name : isCountry ? "shippingCountry" : "shippingPostcode";
  throw new ShopError("validation_failed", message, { fields: { [field]: [message] } });
}

/** Which half hour, beside the field that asks for it. */
function requireSlot({ delivery }: CheckoutDetails): void {
  if (delivery?.slot) return;
  const message = "Please choose when you collect";
  throw new ShopError("validation_failed", message, { fields: { collectionSlot: [message] } });
}

/** What decides about the prices of lines besides the products. */
interface PricedFor {
  settings: StoreSettings;
  /** The buyer's list; null is everybody's prices. */
  tradeList: string | null;
}

/** Lines at today's prices; a product that is gone is priced at nothing here and refused when its stock is held. */
export function priceLines(
  cartLines: readonly RequestedLine[],
  products: ReadonlyMap<number, StockedProduct>,
  { settings, tradeList }: PricedFor,
): PricedLine[] {
  return cartLines.map(({ productId, quantity }) => {
    const product = products.get(productId);
    if (!product || product.isArchived) {
      throw new ShopError("out_of_stock", "A product in your cart is no longer sold.");
    }
    const unitPrice = unitPriceFor(product, quantity, tradeList);
    return {
      productId,
      productName: product.name,
      quantity,
      unitPrice,
      ...perMeasureField(unitPrice, product),
      vatRate: vatRateOf(settings, product.taxRate),
      pack: product.pack,
    };
  });
}

/** Two requests of one cart (two tabs, a double click) run one after the other, so that they share one checkout. */
export async function lockCheckout(em: EntityManager, cartId: string): Promise<void> {
  await em.execute("select pg_advisory_xact_lock(hashtextextended(?, 0))", [`checkout of cart ${cartId}`]);
}

/** As pages show the cart: without products that were archived meanwhile. */
export async function readCartLines(em: EntityManager, cartId: string): Promise<RequestedLine[]> {
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
