import { randomUUID } from "node:crypto";
import { LockMode } from "@mikro-orm/postgresql";
import { z } from "zod";
import { prepared } from "#db/connections.ts";
import { Checkout, Payment } from "#db/entities/index.ts";
import type { RequestedLine } from "#server/catalogue/sellable.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { preparedRows } from "#server/core/typed-sql.server.ts";
import type { PaymentProvider } from "#server/payments/provider.ts";
import type { ProviderId } from "#server/payments/provider-list.ts";
import { providerOf } from "#server/payments/providers.server.ts";
import { type CurrencyCode, codeOf, currencyOf, type Pence } from "#server/pricing/money.ts";
import { withCurrentSettings } from "#server/settings/read-settings.server.ts";
import { type PreparedPayment, SCRIPT_CHECKOUT_MILLISECONDS } from "./checkout.ts";
import { type CheckoutForm, detailsOf } from "./checkout-details.ts";
import { findCheckoutOfCart } from "./find-checkout.server.ts";
import { releaseHoldsOf } from "./holds.server.ts";
import {
  assertChargeable,
  checkoutChanged,
  countPaymentAttempt,
  requireShown,
} from "./payable-checkout.server.ts";
import {
  prepareCheckout,
  requireMayBuy,
  type StartedCheckout,
  startCheckout,
} from "./start-checkout.server.ts";

/** Where the shopper continues: on a payment page, or at the result of an earlier payment. */
interface Elsewhere {
  kind: "elsewhere";
  url: string;
}

/** What a checkout page shows. */
interface ShownCheckout {
  cartId: string | null;
  form: CheckoutForm;
}

/** The amount on a button that was pressed. */
export interface ShownAmount {
  amount: Pence;
  currency: CurrencyCode;
}

/**
 * Starts or renews the checkout of a cart for the provider's part of the page, whose button opens the payment and holds
 * the stock when it is pressed (`openAsShown`).
 * @throws ShopError as `prepareCheckout`
 */
export async function preparePayment(
  context: Context,
  { cartId, form, method }: ShownCheckout & { method: ProviderId },
): Promise<PreparedPayment> {
  providerOf(method).assertAvailable(context, { offered: true });
  const input = { cartId: cartOf(cartId), details: detailsOf(form), paymentMethod: method };
  const { snapshot } = await prepareCheckout(context, input);
  const items = snapshot.lines.map(({ productId, quantity }) => ({ productId, quantity }));
  return { method, amount: snapshot.total, currency: currencyOf(snapshot), items };
}

/**
 * Pay was pressed without JavaScript: the checkout is started and its stock held, and the shopper goes to the provider's
 * own page. `shown` is the amount on the button.
 * @throws ShopError as `startCheckout` and the provider's `openPage`; `conflict` when the amount has changed
 */
export async function openElsewhere(
  context: Context,
  { cartId, form, method, shown }: ShownCheckout & { method: ProviderId; shown?: ShownAmount | undefined },
): Promise<Elsewhere> {
  const provider = providerOf(method);
  provider.assertAvailable(context, { offered: true });
  const started = await startCheckout(context, {
    cartId: cartOf(cartId),
    details: detailsOf(form),
    paymentMethod: method,
    agree: (snapshot) => shown && requireShown(snapshot, shown),
  });
  return unlessPaidBefore(provider, async () => {
    const { url } = await openWhileHeld(context, started, () => provider.openPage(context, started));
    return { kind: "elsewhere", url };
  });
}

/** What the page shows while its button is pressed. */
export interface PressedButton extends ShownCheckout {
  shown: ShownAmount;
  items: readonly RequestedLine[];
}

/**
 * The pay button in the page was pressed: opens the payment of exactly what the page shows, for the provider's part of
 * it. The tab that pays decides what is bought and where it goes, whatever other tabs sent before.
 * @throws ShopError `conflict` with `extra.expected` in pounds when it has changed, `out_of_stock`, `rate_limited`,
 * `validation_failed`, `not_found` (the provider is not offered), `unavailable`
 */
export async function openAsShown<Opened>(
  begun: Context,
  provider: PaymentProvider<Opened>,
  { cartId, form, shown, items }: PressedButton,
): Promise<{ kind: "opened"; opened: Opened } | Elsewhere> {
  const context = await withCurrentSettings(begun);
  provider.assertAvailable(context, { offered: true });
  assertChargeable(shown.amount, codeOf(context.settings.currency));
  const started = await startCheckout(context, {
    cartId: cartOf(cartId),
    details: detailsOf(form),
    paymentMethod: provider.id,
    agree: (snapshot) => {
      requireShown(snapshot, shown);
      if (!sameItems(snapshot.lines, items)) throw checkoutChanged();
    },
  });
  return unlessPaidBefore(provider, async () => {
    const opened = await openWhileHeld(context, started, () => provider.openEmbedded(context, started));
    return { kind: "opened", opened };
  });
}

function cartOf(cartId: string | null): string {
  if (!cartId) throw new ShopError("conflict", "Your cart is empty.");
  return cartId;
}

function sameItems(lines: readonly RequestedLine[], items: readonly RequestedLine[]): boolean {
  const quantities = new Map(lines.map(({ productId, quantity }) => [productId, quantity]));
  return (
    items.length === quantities.size &&
    items.every(({ productId, quantity }) => quantities.get(productId) === quantity)
  );
}

/** Leads to the payment that the checkout already has, when no other is opened because of it. */
async function unlessPaidBefore<Opened>(
  provider: PaymentProvider,
  open: () => Promise<Opened>,
): Promise<Opened | Elsewhere> {
  try {
    return await open();
  } catch (error) {
    if (!(error instanceof ShopError) || error.extra?.alreadyPaid !== true) throw error;
    const { paymentIntentId } = error.extra;
    const query = typeof paymentIntentId === "string" && provider.returnQuery(paymentIntentId);
    if (!query) throw error;
    return { kind: "elsewhere", url: `/checkout-success?${query}` };
  }
}

/**
 * Opens a payment for an amount that a script names (docs/rules.md#prices-4). With a cart the amount must be what the
 * server charges; without one the payment can only buy an order whose server total is that amount.
 * @throws ShopError `conflict` with `extra.expected` in pounds, `out_of_stock`, `validation_failed`, `rate_limited`,
 * `not_found` (the provider is not offered), `unavailable`
 */
export async function openForAmount<Opened>(
  begun: Context,
  provider: PaymentProvider<Opened>,
  amount: Pence,
  cartId: string | null = null,
): Promise<Opened> {
  const { id: paymentMethod } = provider;
  // A script's amount is compared with its goods when the order is placed; a cart is priced here.
  const context = cartId ? await withCurrentSettings(begun) : begun;
  provider.assertAvailable(context, { offered: true });
  requireMayBuy(context);
  assertChargeable(amount, codeOf(context.settings.currency));
  const priced = cartId ? await findCheckoutOfCart(context, cartId, amount, paymentMethod) : {};
  const { started } = priced;
  if (started) return openWhileHeld(context, started, () => provider.openEmbedded(context, started));
  // Before anything is made: a checkout of its own comes with each, so its cart stands for all of them.
  await countPaymentAttempt(context, priced.cartId);
  return openScriptCheckout(context, provider, { amount, cartId: priced.cartId ?? null });
}

/** Both at once: a payment is never without its checkout. */
const writeSql = prepared(
  "open-script-checkout",
  `with opened as (
     insert into checkout (id, status, cart_id, total_amount, currency, payment_method, hold_expires_at, created_at)
     values ($1, 'open', $2, $3, $4, $5, $6, $7) returning id
   )
   insert into payment (checkout_id, provider, provider_payment_id, provider_session_id, amount, currency, status)
   select id, $5, $8, $9, $3, $4, 'created' from opened`,
);

/**
 * A checkout that is only an amount so far (docs/rules.md#prices-5), with its payment; its order will say what was
 * bought. Both are written down before the script hears of the payment, so none that can be paid is unknown here.
 * @throws ShopError `unavailable`
 */
async function openScriptCheckout<Opened>(
  context: Context,
  provider: PaymentProvider<Opened>,
  { amount, cartId }: { amount: Pence; cartId: string | null },
): Promise<Opened> {
  const now = context.clock.now();
  const currency = codeOf(context.settings.currency);
  const holdExpiresAt = new Date(now.getTime() + SCRIPT_CHECKOUT_MILLISECONDS);
  const id = randomUUID();
  const checkout = { id, version: 1, total: amount, currency, holdExpiresAt, snapshot: null, details: null };
  const { opened, filed } = await provider.openAmount(context, {
    ...checkout,
    paymentsMade: 0,
    payments: [],
  });
  await preparedRows(context.em.fork(), z.never(), writeSql, [
    id,
    cartId,
    amount,
    currency,
    provider.id,
    holdExpiresAt,
    now,
    filed.providerPaymentId,
    filed.providerSessionId ?? null,
  ]);
  return opened;
}

/**
 * Opens the payment of a checkout whose stock was just reserved. When it cannot be opened, for whatever reason, the
 * stock is released: only a payment that somebody can make keeps stock from others.
 */
async function openWhileHeld<Opened>(
  context: Context,
  started: Pick<StartedCheckout, "checkoutId" | "version">,
  open: () => Promise<Opened>,
): Promise<Opened> {
  try {
    return await open();
  } catch (error) {
    await releaseUnopened(context, started);
    throw error;
  }
}

async function releaseUnopened(
  context: Context,
  { checkoutId, version }: Pick<StartedCheckout, "checkoutId" | "version">,
): Promise<void> {
  const now = context.clock.now();
  await inTransaction(context.em, async (em) => {
    const checkout = await em.findOne(Checkout, checkoutId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    // Another tab has changed it meanwhile and has its own hold.
    if (!checkout || checkout.status === "paid" || checkout.version !== version) return;
    const payable = { checkout: checkoutId, status: { $nin: ["cancelled", "refunded"] as const } };
    if ((await em.count(Payment, payable)) > 0) return;
    await releaseHoldsOf(em, checkoutId, now);
  });
}
