import type { EntityManager } from "@mikro-orm/postgresql";
import type { CheckoutDetails, PricedSnapshot, SnapshotLine } from "#server/checkout/checkout.ts";
import { isCollected, type OrderDelivery } from "#server/checkout/delivery-choice.ts";
import type { Context } from "#server/core/context.ts";
import { outboxRowOf } from "#server/email/queue-email.server.ts";
import type { ProviderId } from "#server/payments/provider-list.ts";
import { currencyOf, type Pence } from "#server/pricing/money.ts";
import { lineTotal } from "#server/pricing/totals.ts";
import { vatOf } from "#server/pricing/vat.ts";
import { type StoreSettings, sterlingRateOf } from "#server/settings/store-settings.ts";
import { confirmationOf, type LeftInStock, staffMailOf } from "./confirmation.server.ts";
import type { accountForOrder } from "./find-account-for-order.server.ts";
import { type OrderHappening, orderEventOf } from "./move-order.server.ts";
import { statusAfterPayment } from "./order.ts";
import { newInvoiceSellerOf, taxPointOf } from "./vat-invoice.ts";

/** What was bought and paid. */
export interface Sale {
  /** Taken from the sequence before, because the mails name it. */
  orderId: number;
  invoiceNumber: string;
  details: CheckoutDetails;
  snapshot: PricedSnapshot;
  /** The provider that took the money, which may differ from the one that opened the checkout last. */
  provider: ProviderId;
  transactionId: string;
  claimed: Record<string, unknown> | null;
  /** When the provider took the money; undefined when it did not say. */
  chargedAt: Date | undefined;
  checkoutMadeAt: Date;
  amountReceived: Pence;
  currency: string;
  account: ReturnType<typeof accountForOrder>;
  /** Nobody was signed in when it was bought. */
  isGuest: boolean;
  /** The names of the products of which too little is left. */
  short: readonly string[];
  /** Its half hour of collection was given to somebody else before the money came. */
  slotLost?: boolean;
  /** The units that are taken out of stock, by product id. */
  taken: ReadonlyMap<number, number>;
  left: readonly LeftInStock[];
  /** What a script has just said of its checkout, which was only an amount; else the checkout stays as it is. */
  scriptBuyer?: { user: number | null };
}

export type OrderRows = Awaited<ReturnType<typeof orderRowsOf>>;

/** The rows that a sale writes, with the mails that tell of it. */
export async function orderRowsOf(em: EntityManager, context: Context, sale: Sale) {
  const { settings } = context;
  const { snapshot, details, account, short, scriptBuyer, invoiceNumber } = sale;
  const now = context.clock.now();
  const paidAt = paidAtOf(sale.chargedAt, sale.checkoutMadeAt, now);
  const isBackorder = short.length > 0;
  const delivery = orderDeliveryOf(sale);
  const deliveryToBeAgreed =
    isFreeUntilAgreed(delivery, snapshot) &&
    snapshot.shipping === 0 &&
    details.shippingAddress.countryCode !== "GB";
  const order = {
    id: sale.orderId,
    invoiceNumber,
    vatPrefix: settings.orderNumberPrefix,
    customer: account.userId,
    ...orderColumns(details, snapshot, settings),
    status: statusAfterPayment(settings, isBackorder),
    paymentMethod: sale.provider,
    transactionId: sale.transactionId,
    paidAt,
    taxPointAt: taxPointOf({ issuedAt: now, paidAt }),
    isBackorder,
    deliveryToBeAgreed,
    isExport: snapshot.isExport === true,
    delivery,
    claimed: sale.claimed,
    seller: newInvoiceSellerOf(settings),
    createdAt: now,
  };
  const lines = snapshot.lines.map((line, place) => ({
    place,
    ...orderLineColumns(line),
    stockTaken: sale.taken.get(line.productId) ?? 0,
    // Nobody holds the stock of a script's order: it is sold at the price of this moment, or not at all.
    mustCost: scriptBuyer ? line.unitPrice : null,
  }));
  const about = { invoiceNumber, details, snapshot, account, delivery, deliveryToBeAgreed, isBackorder };
  const confirmation = await confirmationOf(em, context, { ...about, isGuest: sale.isGuest });
  const toStaff = staffMailOf(context, order, lines, sale.left);
  const { vat: _, ...totals } = snapshot;
  return {
    order,
    lines,
    account: account.newCustomer,
    token: account.newToken,
    events: happeningsOf(sale, deliveryToBeAgreed).map((happening) => orderEventOf(context, happening)),
    mails: [confirmation, toStaff].map((mail) => outboxRowOf(context, mail)),
    checkout: scriptBuyer
      ? { snapshot, details, user: scriptBuyer.user, totalAmount: totals.total, currency: sale.currency }
      : {},
    payment: {
      amountReceived: sale.amountReceived,
      currency: sale.currency,
      providerPaymentId: sale.transactionId,
    },
  };
}

/** Abroad only a table of rates has a price of its own; what is collected goes nowhere (docs/rules.md#delivery-8). */
function isFreeUntilAgreed(delivery: OrderDelivery | null, priced: PricedSnapshot): boolean {
  if (delivery === null) return true;
  return !isCollected({ option: delivery.id }) && !priced.isRatedByTable;
}

/** How it goes out; null where its checkout offered no choice, as in all that were begun before there was one. */
function orderDeliveryOf({ snapshot, details, slotLost }: Sale): OrderDelivery | null {
  const { delivery } = snapshot;
  if (!delivery) return null;
  const driver = isCollected({ option: delivery.id }) ? undefined : details.delivery?.driver;
  return { ...delivery, ...(driver ? { driver } : {}), ...(slotLost ? { slotLost } : {}) };
}

/**
 * The day for VAT (the tax point is the earlier of invoice and payment) is the provider's time of the charge, not the
 * time at which the shop learnt of it, which may be days later. A wrong clock at the provider never moves it before
 * the checkout or into the future.
 */
function paidAtOf(charged: Date | undefined, checkoutMadeAt: Date, now: Date): Date {
  const earliest = Math.min(checkoutMadeAt.getTime(), now.getTime());
  return new Date(Math.max(earliest, Math.min((charged ?? now).getTime(), now.getTime())));
}

function happeningsOf(
  { transactionId, short, snapshot, details, slotLost }: Sale,
  deliveryToBeAgreed: boolean,
): OrderHappening[] {
  const happenings: (OrderHappening | false)[] = [
    { kind: "paid", message: `Order placed and paid (${transactionId})` },
    short.length > 0 && {
      kind: "backorder",
      message: `Paid after the stock was gone: ${short.join(", ")}. Agree a later delivery or refund.`,
    },
    snapshot.express === true && {
      kind: "express_delivery",
      message: "Express delivery was chosen: send this one first",
    },
    slotLost === true && {
      kind: "slot_lost",
      message: "Paid after the time of its collection was given to somebody else: agree another time",
    },
    deliveryToBeAgreed && {
      kind: "delivery_to_be_agreed",
      message: "Outside the UK: delivery is to be agreed with the customer",
    },
    snapshot.isExport === true && {
      kind: "export_evidence",
      message:
        "Sold at 0% as an export: keep proof that the goods left the United Kingdom, within three months",
    },
    details.softOptIn !== undefined && {
      kind: "soft_opt_in",
      message: `Was told of emails about similar products, and ${details.softOptIn ? "did not refuse (soft opt-in)" : "refused"}`,
    },
  ];
  return happenings.filter((happening) => happening !== false);
}

/** The buyer and the totals, as an order stores them, with the rate at which its documents show pounds. */
export function orderColumns(
  details: CheckoutDetails,
  totals: Omit<PricedSnapshot, "lines">,
  settings: StoreSettings,
) {
  const currency = currencyOf(totals);
  const sterling = sterlingRateOf(settings, currency);
  return {
    customerName: details.customerName,
    customerEmail: details.customerEmail,
    customerPhone: details.customerPhone,
    customerAddress: details.customerAddress,
    billingAddress: details.billingAddress,
    shippingAddress: details.shippingAddress,
    shippingCountry: details.shippingAddress.country,
    subtotal: totals.subtotal,
    taxAmount: totals.vat,
    vatDue: totals.vatDue,
    shippingCost: totals.shipping,
    totalAmount: totals.total,
    currency,
    sterlingRate: sterling?.rate ?? null,
    sterlingRateDay: sterling?.day ?? null,
  };
}

/**
 * The columns of each order line. The VAT inside its price is due, whatever the checkout shows (docs/rules.md#vat-3).
 */
export function orderLineColumns(line: SnapshotLine) {
  return {
    product: line.productId,
    productName: line.productName,
    quantity: line.quantity,
    unitPrice: line.unitPrice,
    perMeasure: line.perMeasure ?? null,
    lineTotal: lineTotal(line),
    vatRate: line.vatRate,
    vatDue: vatOf(lineTotal(line), line.vatRate, "fraction"),
  };
}
