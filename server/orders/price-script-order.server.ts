import { LockMode } from "@mikro-orm/postgresql";
import { Checkout, Payment } from "#db/entities/index.ts";
import {
  assertStillSold,
  priceLines,
  type RequestedLine,
  type SellableProduct,
} from "#server/catalogue/sellable.server.ts";
import {
  type CheckoutDetails,
  HOLD_MILLISECONDS,
  type PostalAddress,
  type PricedSnapshot,
} from "#server/checkout/checkout.ts";
import { COLLECTION, type DeliveryChoice, isCollected } from "#server/checkout/delivery-choice.ts";
import { holdPlace } from "#server/checkout/hold-collection.server.ts";
import { holdStock, lockProducts, releaseHolds } from "#server/checkout/hold-stock.server.ts";
import { snapshotOf } from "#server/checkout/snapshot.ts";
import { requireMayBuy } from "#server/checkout/start-checkout.server.ts";
import { type Context, tradeListOf } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import type { ReceivedPayment } from "#server/payments/provider-facts.ts";
import { countryCodeOf } from "#server/pricing/country-names.ts";
import { expressPrice } from "#server/pricing/delivery.ts";
import { isInUnitedKingdom, locate } from "#server/pricing/delivery-zones.ts";
import { currencyOf, penceToPounds } from "#server/pricing/money.ts";
import { normalPostcode, postcodeIn, withNormalPostcodes } from "#server/pricing/postcode.ts";
import { type DeliveryRequest, possibleTotals, quote } from "#server/pricing/quote.ts";
import { unservedReason } from "#server/pricing/served-places.ts";
import { deliveryRuleOf, pricingRulesOf, type StoreSettings } from "#server/settings/store-settings.ts";
import { addressInText, missingInAddress } from "./address-in-text.ts";
import type { OrderPayload } from "./order.schema.ts";

type Received = Pick<ReceivedPayment, "amountReceived" | "currency">;

/**
 * Adds order lines to a script's checkout, which so far is only an amount: priced by productId × quantity, with their
 * stock reserved. The server's total must equal the received amount exactly (docs/rules.md#prices-5). @throws
 * ShopError `conflict` with `extra.expected` in pounds, `out_of_stock`, `validation_failed`; `BuysNothing` where the
 * money can buy no such order
 */
export async function priceScriptOrder(
  context: Context,
  checkoutId: string,
  payload: OrderPayload,
  received: Received,
): Promise<void> {
  requireMayBuy(context);
  const { settings, clock, actor } = context;
  const orderLines = linesOf(payload);
  await inTransaction(context.em, async (em) => {
    const checkout = await em.findOneOrFail(Checkout, checkoutId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    // A simultaneous duplicate of this request did this a moment ago.
    if (checkout.snapshot || checkout.status === "paid") return;
    if ((await em.count(Payment, { checkout: checkoutId, status: "refunded" })) > 0) {
      throw new ShopError("conflict", "This payment was refunded.");
    }
    const now = clock.now();
    const holdExpiresAt = new Date(now.getTime() + HOLD_MILLISECONDS);
    const delivery = deliveryOfPayload(payload, settings);
    const slot = delivery.collected?.slot;
    // Before the products are locked, as a shopper's checkout does: those who wait for each other never do so in a circle.
    const placeHold = { heldBy: null, expiresAt: holdExpiresAt };
    if (slot !== undefined) await holdPlace(em, context, { checkoutId, slot }, placeHold);
    const products = await lockProducts(em, orderLines);
    const unknown = orderLines.filter((line) => !products.has(line.productId)).map((line) => line.productId);
    if (unknown.length > 0) {
      const message = `There is no product with id ${unknown.join(", ")}.`;
      throw new ShopError("validation_failed", message, { fields: { items: [message] } });
    }
    // Whose money it is shows in the amount alone: it is looked at before what is archived gives any back.
    const asSold = new Map([...products].map(([id, product]) => [id, { ...product, isArchived: false }]));
    const snapshot = snapshotPaidWith(received, quoteScript(context, orderLines, asSold, delivery));
    assertStillSold(orderLines, products);
    const gap = missingInPayload(payload);
    if (gap !== undefined) throw fieldError("customerAddress", gap);
    if (settings.stockManagement) {
      await releaseHolds(em, products, { checkoutId, now });
      // The money has arrived, so no limit applies.
      const holder = { checkoutId, heldBy: null };
      await holdStock(em, products, orderLines, holder, { expiresAt: holdExpiresAt });
    }
    em.assign(checkout, {
      snapshot,
      details: detailsOfPayload(payload),
      totalAmount: snapshot.total,
      currency: received.currency,
      status: "paying",
      holdExpiresAt,
      version: checkout.version + 1,
      ...(actor.kind === "user" ? { user: actor.id } : {}),
    });
  });
}

/** A refusal that nothing puts right any more: the money has to go back. */
export class BuysNothing extends ShopError {
  constructor({ code, message, fields, extra }: ShopError) {
    super(code, message, { fields, extra });
  }
}

/** A script's order at the prices of this moment. @throws ShopError `out_of_stock` for a product that is gone */
export function quoteScript(
  context: Pick<Context, "settings" | "actor">,
  lines: readonly RequestedLine[],
  products: ReadonlyMap<number, SellableProduct>,
  delivery: DeliveryRequest,
) {
  const { settings } = context;
  const tradeList = tradeListOf(context);
  const rules = pricingRulesOf(settings);
  const quoted = quote(priceLines(lines, products, { settings, tradeList }), delivery, rules);
  return { quoted, asked: { delivery, rules, tradeList } };
}

/**
 * What was asked for, where it is worth exactly what was received. What comes to another total, or lacks its postcode,
 * can be sent again, put right. Not so for a place that delivery has no price to, where the money is the price of these
 * goods at another, nor where only the goods were paid and they are delivered for nothing nowhere.
 */
function snapshotPaidWith(
  { amountReceived, currency }: Received,
  { quoted, asked }: ReturnType<typeof quoteScript>,
): PricedSnapshot {
  const { lines, unquoted, subtotal } = quoted;
  const totals = possibleTotals(lines, asked.rules);
  const isUnserved = unquoted !== undefined && unquoted.kind !== "needs_postcode";
  const isFinal =
    (isUnserved && totals.has(amountReceived)) ||
    (amountReceived === subtotal && (isUnserved || !totals.has(subtotal)));
  try {
    const snapshot = snapshotOf(quoted, asked);
    if (snapshot.total === amountReceived && currencyOf(snapshot) === currency) return snapshot;
    throw new ShopError("conflict", "The amount paid is not the price of this order.", {
      extra: { expected: penceToPounds(snapshot.total) },
    });
  } catch (error) {
    throw isFinal && error instanceof ShopError ? new BuysNothing(error) : error;
  }
}

/** One line per product, in id order. */
export function linesOf({ items }: { items: readonly RequestedLine[] }): RequestedLine[] {
  const quantities = new Map<number, number>();
  for (const { productId, quantity } of items) {
    quantities.set(productId, (quantities.get(productId) ?? 0) + quantity);
  }
  return [...quantities]
    .map(([productId, quantity]) => ({ productId, quantity }))
    .sort((a, b) => a.productId - b.productId);
}

/** The same as a text to compare with another order's. */
export function quantitiesOf(items: readonly RequestedLine[]): string {
  return JSON.stringify(linesOf({ items }));
}

/**
 * Where a script's order goes, and how: the postcode that it names, else the one that stands somewhere in its one text
 * of an address. @throws ShopError `validation_failed` for an option that is not offered, a collection without its time,
 * and a time of what is not collected
 */
export function deliveryOfPayload(payload: OrderPayload, settings: StoreSettings): DeliveryRequest {
  const {
    shippingCountry: country,
    deliveryOption,
    collectionSlot: slot,
    postcode,
    customerAddress,
  } = payload;
  const place = { country, postcode: normalPostcode(postcode) || postcodeIn(customerAddress) };
  const isExpress = deliveryOption === "express";
  const collects = isCollected({ option: deliveryOption });
  const isExpressOffered =
    expressPrice(deliveryRuleOf(settings)) !== null && isInUnitedKingdom(locate(place));
  const offered = [
    "standard",
    ...(isExpressOffered ? ["express"] : []),
    ...(settings.collectionEnabled ? [COLLECTION] : []),
  ];
  if (deliveryOption !== "" && !offered.includes(deliveryOption)) {
    throw fieldError("deliveryOption", `There is no such delivery here. Choose ${offered.join(" or ")}.`);
  }
  if (collects && slot === undefined) {
    throw fieldError("collectionSlot", "Collection needs a time: the moment at which a half hour begins.");
  }
  if (!collects && slot !== undefined) {
    throw fieldError("collectionSlot", `Only what is collected has a time: choose ${COLLECTION} with it.`);
  }
  const elsewhere = unservedCountryIn(customerAddress, settings);
  return {
    ...(elsewhere === null ? place : { country: elsewhere }),
    ...(isExpress ? { wantsExpress: true } : {}),
    ...(collects ? { collected: { slot } } : {}),
  };
}

/** What a carrier would have to ask for about a script's order; undefined where nothing is missing, or none takes it. */
export function missingInPayload(payload: OrderPayload): string | undefined {
  const { customerAddress, shippingCountry: country, postcode, deliveryOption: option } = payload;
  return isCollected({ option }) ? undefined : missingInAddress(customerAddress, { country, postcode });
}

/** A place at the end of an address that the shop does not serve: it counts whatever stands beside the address. */
function unservedCountryIn(address: string, settings: StoreSettings): string | null {
  const { served } = deliveryRuleOf(settings);
  if (!served) return null;
  const parts = address.split(/[,\n]/).map((part) => part.trim());
  const last = parts.findLast((part) => part !== "" && postcodeIn(part) === "") ?? "";
  // Names alone: two letters may be short for a county.
  const isPlace = last.length > 2 && countryCodeOf(last) !== null;
  return isPlace && unservedReason(locate({ country: last }), served) !== null ? last : null;
}

function fieldError(
  field: "customerAddress" | "deliveryOption" | "collectionSlot",
  message: string,
): ShopError {
  return new ShopError("validation_failed", message, { fields: { [field]: [message] } });
}

type JoinedDetails = Pick<
  OrderPayload,
  "customerName" | "customerEmail" | "customerPhone" | "customerAddress" | "shippingCountry"
> &
  Partial<Pick<OrderPayload, "postcode" | "deliveryOption" | "collectionSlot">>;

/** The payload has a single address, used for both. */
export function detailsOfPayload(payload: JoinedDetails): CheckoutDetails {
  const written = withNormalPostcodes(payload.customerAddress);
  const postcode = normalPostcode(payload.postcode ?? "");
  // What is named beside the address is needed on the parcel too.
  const customerAddress = written.includes(postcode) ? written : `${written}, ${postcode}`;
  const address: PostalAddress = {
    name: payload.customerName,
    ...addressInText(customerAddress, { country: payload.shippingCountry, postcode }),
    country: payload.shippingCountry,
    countryCode: locate({
      country: payload.shippingCountry,
      postcode: postcode || postcodeIn(customerAddress),
    }).code,
  };
  return {
    firstName: "",
    lastName: "",
    customerName: payload.customerName,
    customerEmail: payload.customerEmail,
    customerPhone: payload.customerPhone,
    customerAddress,
    billingAddress: address,
    shippingAddress: address,
    sameShipping: true,
    ...deliveryIn(payload),
  };
}

function deliveryIn({ deliveryOption: option, collectionSlot: slot }: JoinedDetails): {
  delivery?: DeliveryChoice;
} {
  return option ? { delivery: { option, ...(slot === undefined ? {} : { slot }) } } : {};
}
