import { randomUUID } from "node:crypto";
import { LockMode } from "@mikro-orm/postgresql";
import { z } from "zod";
import { Checkout, Payment } from "#db/entities/index.ts";
import { prepared } from "#db/prepared-statements.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { preparedRows } from "#server/core/typed-sql.server.ts";
import type { PaymentProvider } from "#server/payments/provider.ts";
import type { ProviderId } from "#server/payments/provider-list.ts";
import { providerOf } from "#server/payments/providers.server.ts";
import { type CurrencyCode, codeOf, currencyOf, type Pence } from "#server/pricing/money.ts";
import { withCurrentSettings } from "#server/settings/read-settings.server.ts";
import { type PreparedPayment, type PricedSnapshot, SCRIPT_CHECKOUT_MILLISECONDS } from "./checkout.ts";
import type { CheckoutForm } from "./checkout-details.ts";
import { detailsOf } from "./customer-address.ts";
import { findCheckoutOfCart } from "./find-checkout.server.ts";
import type { RequestedLine } from "./hold-stock.server.ts";
import { releaseHoldsOf } from "./holds.server.ts";
import {
  changedMeanwhile,
  countPaymentAttempt,
  refuseUnchargeable,
  requireShown,
} from "./payable-checkout.server.ts";
import {
  prepareCheckout,
  requireMayBuy,
  type StartedCheckout,
  startCheckout,
} from "./start-checkout.server.ts";

type Next =
  | { kind: "form"; payment: PreparedPayment }
  /** Where the shopper continues: on a payment page, or at the result of an earlier payment. */
  | { kind: "elsewhere"; url: string };

interface PaymentRequest {
  cartId: string | null;
  form: CheckoutForm;
  method: ProviderId;
  /** "in-page": by a script in the page; "elsewhere": on the provider's own page. */
  mode: "in-page" | "elsewhere";
  /** The amount on the button, when the browser could not calculate the total itself. */
  shown?: { amount: Pence; currency: CurrencyCode };
}

/**
 * Starts the checkout of a cart and opens a way to pay: the provider's form or button in the page, which opens the
 * payment and holds the stock when it is pressed; or the provider's own page for browsers without JavaScript.
 * @throws ShopError as `startCheckout` and the provider's `openPage`
 */
export async function preparePayment(
  context: Context,
  { cartId, form, method, mode, shown }: PaymentRequest,
): Promise<Next> {
  if (!cartId) throw new ShopError("conflict", "Your cart is empty.");
  const provider = providerOf(method);
  provider.assertAvailable(context, { offered: true });
  const input = {
    cartId,
    details: detailsOf(form),
    paymentMethod: method,
    agree: (snapshot: PricedSnapshot) => {
      if (shown) requireShown(snapshot, shown);
    },
  };
  if (mode === "in-page") {
    const { invoiceNumber, snapshot, total } = await prepareCheckout(context, input);
    const { delivery: _, ...charged } = snapshot;
    return {
      kind: "form",
      payment: { method, amount: total, currency: currencyOf(charged), invoiceNumber, snapshot: charged },
    };
  }
  const started = await startCheckout(context, input);
  try {
    const { url } = await openWhileHeld(context, started, () => provider.openPage(context, started));
    return { kind: "elsewhere", url };
  } catch (error) {
    const before = paidBefore(provider, error);
    if (!before) throw error;
    return { kind: "elsewhere", url: `/checkout-success?${before}` };
  }
}

/** Names the payment that the checkout already has, when no other is opened because of it. */
function paidBefore(provider: PaymentProvider, error: unknown): URLSearchParams | undefined {
  if (!(error instanceof ShopError) || error.extra?.alreadyPaid !== true) return undefined;
  const { paymentIntentId } = error.extra;
  return typeof paymentIntentId === "string" ? provider.returnQuery(paymentIntentId) : undefined;
}

/** What the checkout page shows while its button is pressed. */
export interface ShownOrder {
  form: CheckoutForm;
  items: readonly RequestedLine[];
  /** Of the amount on the button; none in pounds. */
  currency?: CurrencyCode | undefined;
}

interface PressedButton {
  /** The amount that it showed. */
  amount: Pence;
  cartId: string | null;
  shown: ShownOrder;
  paymentMethod: ProviderId;
}

/**
 * The checkout of exactly what a page shows: the tab that pays decides what is bought and where it goes, whatever
 * other tabs sent before.
 * @throws ShopError `conflict` with `extra.expected` in pounds when it has changed, `out_of_stock`
 */
export async function startCheckoutAsShown(
  context: Context,
  { amount, cartId, shown, paymentMethod }: PressedButton,
): Promise<StartedCheckout> {
  if (!cartId) throw new ShopError("conflict", "Your cart is empty.");
  const onButton = { amount, currency: shown.currency ?? "gbp" };
  return startCheckout(context, {
    cartId,
    details: detailsOf(shown.form),
    paymentMethod,
    agree: (snapshot) => {
      requireShown(snapshot, onButton);
      if (!sameItems(snapshot.lines, shown.items)) throw changedMeanwhile();
    },
  });
}

function sameItems(lines: readonly RequestedLine[], items: readonly RequestedLine[]): boolean {
  const quantities = new Map(lines.map(({ productId, quantity }) => [productId, quantity]));
  return (
    items.length === quantities.size &&
    items.every(({ productId, quantity }) => quantities.get(productId) === quantity)
  );
}

/**
 * Opens a payment for an amount that a page or a script names (docs/rules.md#prices-4). The checkout page names the
 * amount of its button, the details and the items that it shows: it gets a payment of exactly that, or the new
 * amount. For a browser with a cart the amount must be what the server charges. A script without a cart gets a
 * payment of the amount it names, which can only buy an order whose server total is that amount.
 * @throws ShopError `conflict` with `extra.expected` in pounds, `out_of_stock`, `validation_failed`, `rate_limited`,
 * `not_found` (the provider is not offered), `unavailable`
 */
export async function openForAmount<Opened>(
  begun: Context,
  provider: PaymentProvider<Opened>,
  amount: Pence,
  cartId: string | null = null,
  shown?: ShownOrder,
): Promise<Opened> {
  const { id: paymentMethod } = provider;
  // A script's amount is compared with its goods when the order is placed; a cart is priced here.
  const context = shown || cartId ? await withCurrentSettings(begun) : begun;
  provider.assertAvailable(context, { offered: true });
  requireMayBuy(context);
  refuseUnchargeable(amount, codeOf(context.settings.currency));
  const open = (started: StartedCheckout) =>
    openWhileHeld(context, started, () => provider.openEmbedded(context, started));
  if (shown) return open(await startCheckoutAsShown(context, { amount, cartId, shown, paymentMethod }));
  const priced = cartId ? await findCheckoutOfCart(context, cartId, amount, paymentMethod) : {};
  if (priced.started) return open(priced.started);
  // Checked before anything is made.
  await countPaymentAttempt(context);
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
    await giveBackUnopened(context, started);
    throw error;
  }
}

async function giveBackUnopened(
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
