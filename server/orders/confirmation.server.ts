import type { EntityManager } from "@mikro-orm/postgresql";
import type { Order } from "#db/entities/index.ts";
import { holdsBiochar } from "#server/batches/batches-of-lines.server.ts";
import type { CheckoutDetails, PricedSnapshot } from "#server/checkout/checkout.ts";
import { deliveryFacts, isCollected, type OrderDelivery } from "#server/checkout/delivery-choice.ts";
import { packingFacts } from "#server/checkout/packed-loads.ts";
import type { Context } from "#server/core/context.ts";
import { signatureMatches, signatureOf, signingSecret } from "#server/core/secret.server.ts";
import { displayLongDate } from "#server/core/shop-time.ts";
import type { EmailProps } from "#server/email/email-templates.server.tsx";
import type { QueuedEmail } from "#server/email/queue-email.server.ts";
import { notificationAddressOf } from "#server/email/store-identity.ts";
import { lineTotal } from "#server/pricing/totals.ts";
import { taxLabelsFor } from "#server/settings/company-facts.ts";
import { yardOf } from "#server/settings/opening-times.ts";
import { promisesOf } from "#server/settings/promises.ts";
import type { StoreSettings } from "#server/settings/store-settings.ts";
import type { findAccountForOrder } from "./find-account-for-order.server.ts";

interface ConfirmedOrder {
  invoiceNumber: string;
  details: Pick<CheckoutDetails, "customerName" | "customerEmail" | "customerAddress" | "shippingAddress">;
  snapshot: Omit<PricedSnapshot, "vatDue">;
  /** Now, where it is missing. */
  orderedAt?: Date;
  account: Pick<Awaited<ReturnType<typeof findAccountForOrder>>, "setPassword">;
  /** Invites a guest to create an account, where the shop does so. */
  isGuest: boolean;
  /** How it goes out as the buyer chose. */
  delivery?: OrderDelivery | null;
  deliveryToBeAgreed: boolean;
  isBackorder: boolean;
  /** For an order that staff took: how it will be paid; null once it is paid. */
  counter?: { toBePaid: string | null };
}

/** The customer's confirmation, to be queued in the transaction that makes the order: the whole contract. */
export async function confirmationOf(
  em: EntityManager,
  context: Context,
  order: ConfirmedOrder,
): Promise<Extract<QueuedEmail, { template: "order-confirmation" }>> {
  const { invoiceNumber, details, snapshot, orderedAt, account, isGuest, delivery, ...props } = order;
  const { lines, delivery: _, ...totals } = snapshot;
  const { settings, publicUrl, clock } = context;
  const now = clock.now();
  return {
    key: `order-confirmation:${invoiceNumber}`,
    template: "order-confirmation",
    recipient: details.customerEmail,
    props: {
      ...props,
      invoiceNumber,
      orderedOn: displayLongDate(orderedAt ?? now),
      customerName: details.customerName,
      ...totals,
      lines: lines.map((line) => ({
        productName: line.productName,
        quantity: line.quantity,
        unitPrice: line.unitPrice,
        ...(line.perMeasure ? { perMeasure: line.perMeasure } : {}),
        lineTotal: lineTotal(line),
      })),
      promises: promisesOf(settings),
      taxWords: taxLabelsFor(settings, snapshot.vat),
      deliverTo: `${details.shippingAddress.name}, ${details.customerAddress}`,
      ...mailedDelivery(delivery, settings),
      ...(await askedUseOf(em, lines)),
      setPassword: account.setPassword,
      registerUrl: isGuest ? registerUrlFor(context) : null,
      orderUrl: `${publicUrl}/order-confirmation?t=${await makeConfirmationToken(em, invoiceNumber, now)}`,
    },
  };
}

/** What each mail about an order says to its buyer, with the token for links of other kinds. */
export async function buyerMailOf(
  em: EntityManager,
  { publicUrl, clock }: Pick<Context, "publicUrl" | "clock">,
  {
    invoiceNumber,
    customerName,
    customerEmail,
  }: Pick<Order, "invoiceNumber" | "customerName" | "customerEmail">,
) {
  const token = await makeConfirmationToken(em, invoiceNumber, clock.now());
  const orderUrl = `${publicUrl}/order-confirmation?t=${token}`;
  return { token, recipient: customerEmail, facts: { invoiceNumber, customerName, orderUrl } };
}

/** The page that a mail about an order leads staff to: the dashboard where there is none. */
export function staffUrlOf(
  { publicUrl }: Pick<Context, "publicUrl">,
  order: Pick<Order, "id"> | null,
): string {
  return order ? `${publicUrl}/admin?tab=orders&order=${order.id}` : `${publicUrl}/admin`;
}

/** Whether the mail asks what the biochar is for: only where there is some. */
async function askedUseOf(
  em: EntityManager,
  lines: readonly { productId: number }[],
): Promise<{ asksForUse?: true }> {
  const ids = lines.map(({ productId }) => productId);
  return (await holdsBiochar(em, ids)) ? { asksForUse: true } : {};
}

/** How an order goes out, as its mails say it; nothing where its buyer had no choice. */
function mailedDelivery(delivery: OrderDelivery | null | undefined, settings: StoreSettings) {
  if (!delivery) return {};
  const isForCollection = isCollected({ option: delivery.id });
  return {
    deliveryFacts: deliveryFacts(delivery),
    ...(isForCollection ? { collectFrom: yardOf(settings) } : {}),
  };
}

/**
 * Where a guest can register (docs/rules.md#orders-11), when accounts are neither made automatically nor switched off.
 */
function registerUrlFor({ settings, publicUrl }: Context): string | null {
  const invites = settings.customerAccountCreation === "manual" && settings.customerRegistration;
  return invites ? `${publicUrl}/register` : null;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** A year: longer than any right to cancel or return. A mail found years later opens no order. */
const LIFETIME_DAYS = 365;

/** The content of an order link. */
export interface OrderLinkClaim {
  invoiceNumber: string;
  /** Older than a year: the link shows nothing, but can have a new one sent to the order's own address. */
  expired: boolean;
}

/**
 * The token of an order link (`?t=`): the invoice number, the day, and our signature over both
 * (docs/rules.md#orders-4).
 */
export async function makeConfirmationToken(
  em: EntityManager,
  invoiceNumber: string,
  now: Date,
): Promise<string> {
  const claim = `${invoiceNumber}.${Math.floor(now.getTime() / DAY_MS).toString(36)}`;
  return `${claim}.${signatureOf(await signingSecret(em), "order", claim)}`;
}

/** The content of one of our tokens, or undefined for any other text. */
export async function readConfirmationToken(
  em: EntityManager,
  token: string,
  now: Date,
): Promise<OrderLinkClaim | undefined> {
  const [invoiceNumber = "", day = "", signature = ""] = token.split(".");
  const expected = signatureOf(await signingSecret(em), "order", `${invoiceNumber}.${day}`);
  if (!signatureMatches(expected, signature)) return undefined;
  const age = Math.floor(now.getTime() / DAY_MS) - Number.parseInt(day, 36);
  return { invoiceNumber, expired: age > LIFETIME_DAYS };
}

/** What staff are told of a new order. */
type NewOrder = Pick<
  Order,
  | "id"
  | "invoiceNumber"
  | "customerName"
  | "customerEmail"
  | "customerAddress"
  | "shippingAddress"
  | "totalAmount"
  | "currency"
  | "delivery"
  | "deliveryToBeAgreed"
  | "isBackorder"
>;

/** A bought product, and how many are left of it. */
export interface LeftInStock {
  id: number;
  name: string;
  stockQuantity: number;
}

/** The mail to the order notification address: one for each order. */
export function staffMailOf(
  { settings, publicUrl }: Pick<Context, "settings" | "publicUrl">,
  order: NewOrder,
  lines: EmailProps<"new-order">["lines"],
  left: readonly LeftInStock[],
): QueuedEmail {
  return {
    key: `new-order:${order.invoiceNumber}`,
    template: "new-order",
    recipient: notificationAddressOf(settings),
    props: {
      invoiceNumber: order.invoiceNumber,
      customerName: order.customerName,
      customerEmail: order.customerEmail,
      deliverTo: `${order.shippingAddress.name}, ${order.customerAddress}`,
      ...(order.delivery ? { deliveryFacts: packingFacts(order.delivery) } : {}),
      lines: lines.map(({ productName, quantity, lineTotal }) => ({ productName, quantity, lineTotal })),
      total: order.totalAmount,
      currency: order.currency,
      deliveryToBeAgreed: order.deliveryToBeAgreed,
      isBackorder: order.isBackorder,
      runningLow: runningLow(settings, left),
      adminUrl: staffUrlOf({ publicUrl }, order),
    },
  };
}

/** The bought products that are at or below the low stock threshold, the scarcest first. */
function runningLow(settings: StoreSettings, left: readonly LeftInStock[]) {
  if (!settings.stockManagement || settings.lowStockThreshold < 1) return [];
  return left
    .filter(({ stockQuantity }) => stockQuantity <= settings.lowStockThreshold)
    .sort((a, b) => a.stockQuantity - b.stockQuantity || a.id - b.id)
    .map(({ name, stockQuantity }) => ({ productName: name, left: stockQuantity }));
}
