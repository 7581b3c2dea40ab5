import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import { prepared } from "#db/prepared-statements.ts";
import type { CheckoutDetails, PricedSnapshot } from "#server/checkout/checkout.ts";
import type { Context } from "#server/core/context.ts";
import { preparedRows } from "#server/core/typed-sql.server.ts";
import type { ReceivedPayment } from "#server/payments/provider-facts.ts";
import { providerOf } from "#server/payments/providers.server.ts";
import { currencyOf } from "#server/pricing/money.ts";
import { accountForOrder, knownAccountSchema, knownAccountSql } from "./find-account-for-order.server.ts";
import { promisedNumber, validOrMadeNumber } from "./invoices/invoices.server.ts";
import { orderRowsOf } from "./order-rows.server.ts";
import { writeUnlessOvertaken } from "./write-order.server.ts";

/** What the client that reports the payment may add to the order. */
export interface FinaliseOptions {
  invoiceNumber?: string;
  claimed?: Record<string, unknown>;
}

/** All that decides about the order of a checkout whose goods are held, in one look and without a lock. */
const lookSql = prepared(
  "look-before-held-order",
  `select checkout.id as "checkoutId", checkout.version, checkout.created_at as "madeAt", checkout.user_id as "userId",
          case when not exists (select from customer_order where invoice_number = checkout.requested_invoice_number)
            then checkout.requested_invoice_number end as "promisedNumber",
          checkout.hold_expires_at as "holdExpiresAt",
          payment.updated_at::text as "paymentChangedAt",
          case when checkout.held_since is not null then checkout.held_by end as "heldBy",
          payment.id as "paymentId", payment.snapshot, coalesce(payment.details, checkout.details) as details,
          nextval('customer_order_id_seq')::int as "orderId",
          coalesce((select version from store_setting where id = 1), 0) as "settingsVersion",
          checkout.status = 'paying' and payment.status in ('created', 'processing', 'failed', 'succeeded')
            and not payment.is_matched and payment.snapshot->'delivery'->'slot' is null
            and not exists (select from refund where refund.payment_id = payment.id)
            and not exists (select from dispute where dispute.payment_id = payment.id)
            and not exists (select from payment_warning where payment_warning.payment_id = payment.id)
            and not exists (select from stock_hold where stock_hold.checkout_id = checkout.id
                               and stock_hold.product_id <> all(bought.products)) as "isUntouched",
          (select json_agg(json_build_object('id', product.id, 'name', name, 'stockQuantity', stock_quantity,
                    'sellable', stock_quantity - held_quantity + coalesce(stock_hold.quantity, 0)))
             from product left join stock_hold
               on stock_hold.product_id = product.id and stock_hold.checkout_id = checkout.id
            where product.id = any(bought.products)) as products,
          (select ${knownAccountSql}
             from user_account
            where lower(email) = lower(coalesce(payment.details, checkout.details)->>'customerEmail')) as account
     from payment join checkout on checkout.id = payment.checkout_id
     cross join lateral (select array(
       select (line->>'productId')::int from jsonb_array_elements(payment.snapshot->'lines') as line) as products) as bought
    where payment.provider = $1 and payment.provider_payment_id = any($2::text[]) and payment.checkout_id = $3
      and jsonb_typeof(payment.snapshot) = 'object' and checkout.hold_expires_at is not null`,
);

const seenSchema = z.object({
  checkoutId: z.string(),
  version: z.number(),
  madeAt: z.coerce.date(),
  userId: z.number().nullable(),
  /** None when somebody else's order has it: it tells the millisecond in which the checkout began. */
  promisedNumber: z.string().nullable(),
  holdExpiresAt: z.coerce.date(),
  paymentChangedAt: z.string(),
  heldBy: z.string().nullable(),
  paymentId: z.number(),
  snapshot: z.custom<PricedSnapshot>(),
  details: z.custom<CheckoutDetails>().nullable(),
  orderId: z.number(),
  settingsVersion: z.number(),
  isUntouched: z.boolean(),
  products: z
    .array(z.object({ id: z.number(), name: z.string(), stockQuantity: z.number(), sellable: z.number() }))
    .nullable(),
  account: knownAccountSchema.nullable(),
});

export type SeenHeldOrder = z.output<typeof seenSchema>;

/** What there is of the checkout that this payment names; undefined where it is not filed, or without what it buys. */
export async function lookBeforeHeldOrder(
  em: EntityManager,
  payment: ReceivedPayment,
  checkoutId: string,
): Promise<SeenHeldOrder | undefined> {
  const parameters = [payment.provider, namesOf(payment), checkoutId];
  const found = await preparedRows(em, seenSchema, lookSql, parameters);
  return found.length === 1 ? found[0] : undefined;
}

/** What its row may be filed under: an approved session stands in for the payment until that is taken. */
function namesOf({ provider, id, sessionId }: ReceivedPayment): string[] {
  const isApproved = providerOf(provider).sessions.kind === "approved";
  return isApproved && sessionId !== null ? [id, sessionId] : [id];
}

interface PlacedOrder {
  id: number;
  invoiceNumber: string;
  /** The address whose hold was paid; null where none was counted. */
  heldBy: string | null;
}

/**
 * Makes the order of a shopper's checkout by one statement, where nothing stands in its way: exactly the money that was
 * asked for has come, the goods are held or there, nothing has happened to the payment. Otherwise, or when another
 * request was faster, writes nothing and returns undefined: the caller then goes the longer way, which waits for locks.
 */
export async function placeHeld(
  context: Context,
  seen: SeenHeldOrder,
  payment: ReceivedPayment,
  options: FinaliseOptions = {},
): Promise<PlacedOrder | undefined> {
  const { settings, clock } = context;
  const { snapshot, details, userId } = seen;
  if (details === null || !isUndisturbed(payment) || !isPlain(context, seen, payment)) return undefined;
  const allotted = settings.stockManagement ? allot(seen) : { taken: new Map(), left: [] };
  if (!allotted) return undefined;

  const now = clock.now();
  const number = promisedNumber(seen.promisedNumber, options.invoiceNumber ?? null, now);
  const em = context.em.fork();
  const rows = await orderRowsOf(em, context, {
    orderId: seen.orderId,
    invoiceNumber: validOrMadeNumber(number, now),
    details,
    snapshot,
    provider: payment.provider,
    transactionId: payment.id,
    claimed: options.claimed ?? null,
    chargedAt: payment.paidAt,
    checkoutMadeAt: seen.madeAt,
    amountReceived: payment.amountReceived,
    currency: payment.currency,
    account:
      userId === null ? accountForOrder(context, details, seen.account) : { userId, setPassword: null },
    isGuest: userId === null,
    short: [],
    ...allotted,
  });
  const written = await writeUnlessOvertaken(em, { ...seen, unlocked: seen }, rows);
  return written && { id: written.orderId, invoiceNumber: rows.order.invoiceNumber, heldBy: seen.heldBy };
}

/** The provider has the money, and says of nothing that happened to it since. */
export function isUndisturbed({ state, givenBack, hasDispute, reviewId }: ReceivedPayment): boolean {
  return state === "succeeded" && givenBack === "none" && !hasDispute && reviewId === null;
}

function isPlain(
  { settings }: Context,
  { isUntouched, settingsVersion, snapshot, details, account }: SeenHeldOrder,
  { amountReceived, currency }: ReceivedPayment,
): boolean {
  // An earlier consent of theirs has to be ended, which is a statement of its own.
  const endsConsent = details?.softOptIn === false && account !== null;
  return (
    isUntouched &&
    !endsConsent &&
    settingsVersion === settings.version &&
    snapshot.total === amountReceived &&
    currencyOf(snapshot) === currency
  );
}

/** What its lines take out of stock; undefined when too little is left. */
function allot({ snapshot, products }: SeenHeldOrder) {
  const taken = new Map(snapshot.lines.map(({ productId, quantity }) => [productId, quantity]));
  const seen = (products ?? []).map((product) => ({ ...product, takes: taken.get(product.id) ?? 0 }));
  if (seen.length < taken.size || seen.some(({ sellable, takes }) => sellable < takes)) return undefined;
  const left = seen.map(({ id, name, stockQuantity, takes }) => ({
    id,
    name,
    stockQuantity: stockQuantity - takes,
  }));
  return { taken, left };
}
