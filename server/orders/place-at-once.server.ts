import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import { prepared } from "#db/connections.ts";
import {
  byId,
  type RequestedLine,
  type SellableProduct,
  sellable,
  sellableColumns,
  sellableSchema,
} from "#server/catalogue/sellable.server.ts";
import { snapshotOf } from "#server/checkout/snapshot.ts";
import { requireMayBuy } from "#server/checkout/start-checkout.server.ts";
import type { Context } from "#server/core/context.ts";
import { preparedRows } from "#server/core/typed-sql.server.ts";
import type { ReceivedPayment } from "#server/payments/provider-facts.ts";
import { currencyOf } from "#server/pricing/money.ts";
import { accountForOrder, knownAccountSchema, knownAccountSql } from "./find-account-for-order.server.ts";
import { acceptableNumber, validOrMadeNumber } from "./invoices.server.ts";
import { claimedBy, type OrderPayload } from "./order.schema.ts";
import { orderRowsOf } from "./order-rows.server.ts";
import {
  deliveryOfPayload,
  detailsOfPayload,
  linesOf,
  missingInPayload,
  quoteScript,
} from "./price-script-order.server.ts";
import { writeUnlessOvertaken } from "./write-order.server.ts";

/** All that decides about a script's order, in one look and without a lock. */
const lookSql = prepared(
  "look-before-order",
  `select checkout.id as "checkoutId", checkout.version, checkout.created_at as "madeAt",
          payment.id as "paymentId", payment.updated_at::text as "paymentChangedAt",
          customer_order.id as "placedId", nextval('customer_order_id_seq')::int as "orderId",
          coalesce((select version from store_setting where id = 1), 0) as "settingsVersion",
          checkout.snapshot is null and checkout.cart_id is null and checkout.status in ('open', 'paying')
            and payment.status in ('created', 'processing', 'failed', 'succeeded') and not payment.is_matched
            and not exists (select from refund where refund.payment_id = payment.id)
            and not exists (select from dispute where dispute.payment_id = payment.id)
            and not exists (select from payment_warning where payment_warning.payment_id = payment.id)
            and not exists (select from stock_hold where stock_hold.checkout_id = checkout.id) as "isPlain",
          (select json_agg(stocked)
             from (select ${sellableColumns()} from product where id = any($3::int[])) stocked) as products,
          (select ${knownAccountSql}
             from user_account where lower(email) = lower($4)) as account
     from payment join checkout on checkout.id = payment.checkout_id
     left join customer_order
       on customer_order.payment_method = payment.provider and customer_order.transaction_id = payment.provider_payment_id
    where payment.provider = $1 and payment.provider_payment_id = $2`,
);

const lookupSchema = z.object({
  checkoutId: z.string(),
  version: z.number(),
  madeAt: z.coerce.date(),
  paymentId: z.number(),
  paymentChangedAt: z.string(),
  placedId: z.number().nullable(),
  orderId: z.number(),
  settingsVersion: z.number(),
  isPlain: z.boolean(),
  products: z.array(sellableSchema).nullable(),
  account: knownAccountSchema.nullable(),
});
export type OrderLookup = z.output<typeof lookupSchema>;

/** What there is of the payment that a script names; undefined for a payment that was not begun here. */
export async function lookBeforeOrder(
  em: EntityManager,
  payload: OrderPayload,
): Promise<OrderLookup | undefined> {
  const { paymentMethod, transactionId, items, customerEmail } = payload;
  const productIds = items.map(({ productId }) => productId);
  const [lookup] = await preparedRows(em, lookupSchema, lookSql, [
    paymentMethod,
    transactionId,
    productIds,
    customerEmail,
  ]);
  return lookup;
}

/**
 * Makes a script's order by one statement, where nothing stands in its way: the money is there and is the price of this
 * moment, the goods are there, nothing has happened to the payment. Returns its id. Otherwise, or when another request
 * was faster, writes nothing and returns undefined: `placeOrder` then goes its longer way, which waits, explains and refunds.
 */
export async function placeAtOnce(
  context: Context,
  lookup: OrderLookup,
  payload: OrderPayload,
  payment: ReceivedPayment,
): Promise<number | undefined> {
  const { settings, actor, clock } = context;
  const isCertain =
    lookup.isPlain &&
    lookup.settingsVersion === settings.version &&
    isUndisturbed(payment) &&
    payment.checkoutId === lookup.checkoutId;
  if (!isCertain) return undefined;
  requireMayBuy(context);
  const products = byId(lookup.products ?? []);
  const wanted = linesOf(payload);
  if (!wanted.every((line) => isThere(line, products, settings))) return undefined;
  if (missingInPayload(payload) !== undefined) return undefined;
  const details = detailsOfPayload(payload);
  const delivery = deliveryOfPayload(payload, settings);
  // Its half hour has to have a place: the longer way asks for one.
  if (delivery.collected) return undefined;
  const { quoted, asked } = quoteScript(context, wanted, products, delivery);
  if (quoted.unquoted) return undefined;
  const snapshot = snapshotOf(quoted, asked);
  if (snapshot.total !== payment.amountReceived || currencyOf(snapshot) !== payment.currency)
    return undefined;

  const buyer = actor.kind === "user" ? actor.id : null;
  const em = context.em.fork();
  const rows = await orderRowsOf(em, context, {
    orderId: lookup.orderId,
    invoiceNumber: validOrMadeNumber(
      acceptableNumber(payload.invoiceNumber ?? null, clock.now()),
      clock.now(),
    ),
    details,
    snapshot,
    provider: payment.provider,
    transactionId: payment.id,
    claimed: claimedBy(payload),
    chargedAt: payment.paidAt,
    checkoutMadeAt: lookup.madeAt,
    amountReceived: payment.amountReceived,
    currency: payment.currency,
    account:
      buyer === null
        ? accountForOrder(context, details, lookup.account)
        : { userId: buyer, setPassword: null },
    isGuest: buyer === null,
    short: [],
    ...(settings.stockManagement ? allotted(wanted, lookup) : { taken: new Map(), left: [] }),
    scriptBuyer: { user: buyer },
  });
  return writeUnlessOvertaken(em, lookup, rows);
}

/** The provider has the money, and says of nothing that happened to it since. */
function isUndisturbed({ state, refundedPart, hasDispute, reviewId }: ReceivedPayment): boolean {
  return state === "succeeded" && refundedPart === "none" && !hasDispute && reviewId === null;
}

function isThere(
  { productId, quantity }: RequestedLine,
  products: ReadonlyMap<number, SellableProduct>,
  { stockManagement }: Context["settings"],
): boolean {
  const product = products.get(productId);
  return product !== undefined && !product.isArchived && (!stockManagement || sellable(product) >= quantity);
}

function allotted(lines: readonly RequestedLine[], { products }: OrderLookup) {
  const taken = new Map(lines.map(({ productId, quantity }) => [productId, quantity]));
  const left = (products ?? []).map(({ id, name, stockQuantity }) => ({
    id,
    name,
    stockQuantity: stockQuantity - (taken.get(id) ?? 0),
  }));
  return { taken, left };
}
