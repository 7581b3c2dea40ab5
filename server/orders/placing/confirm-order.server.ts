import type { EntityManager } from "@mikro-orm/postgresql";
import type { CheckoutDetails, PricedSnapshot } from "#server/checkout/priced-snapshot.ts";
import type { Context } from "#server/core/context.ts";
import { queueEmail } from "#server/email/queue-email.server.ts";
import { storeIdentityOf } from "#server/email/store-identity.ts";
import { lineTotal } from "#server/pricing/totals.ts";
import { taxWordsOf } from "#server/settings/tax-words.ts";
import { makeConfirmationToken } from "./confirmation-token.server.ts";
import type { findAccountForOrder } from "./find-account-for-order.server.ts";

interface ConfirmedOrder {
  invoiceNumber: string;
  details: CheckoutDetails;
  snapshot: PricedSnapshot;
  account: Awaited<ReturnType<typeof findAccountForOrder>>;
  /** Whoever bought without an account is invited to make one, where the shop does so. */
  isGuest: boolean;
  deliveryToBeAgreed: boolean;
  isBackorder: boolean;
  /** Of an order that staff took: how it is still to be paid; null once it is paid. */
  counter?: { toBePaid: string | null };
}

/** Queues the customer's confirmation, in the transaction that makes the order. */
export async function confirmOrder(
  em: EntityManager,
  context: Context,
  order: ConfirmedOrder,
): Promise<void> {
  const { invoiceNumber, details, snapshot, account, isGuest, ...props } = order;
  const { settings, publicUrl, clock } = context;
  const now = clock.now();
  await queueEmail(em, {
    key: `order-confirmation:${invoiceNumber}`,
    template: "order-confirmation",
    recipient: details.customerEmail,
    props: {
      ...props,
      store: storeIdentityOf(settings, publicUrl),
      invoiceNumber,
      orderedOn: now.toLocaleDateString("en-GB", { dateStyle: "long", timeZone: "Europe/London" }),
      customerName: details.customerName,
      ...snapshot,
      lines: snapshot.lines.map((line) => ({ ...line, lineTotal: lineTotal(line) })),
      taxWords: taxWordsOf(settings, snapshot.vat),
      deliverTo: `${details.shippingAddress.name}, ${details.customerAddress}`,
      setPassword: account.setPassword,
      registerUrl: isGuest ? registerUrlFor(context) : null,
      orderUrl: `${publicUrl}/order-confirmation?t=${await makeConfirmationToken(em, invoiceNumber, now)}`,
    },
  });
}

/**
 * Where a guest is invited to (docs/rules.md#orders-11): accounts are neither made by themselves nor left out of it.
 */
function registerUrlFor({ settings, publicUrl }: Context): string | null {
  const invites = settings.customerAccountCreation === "manual" && settings.customerRegistration;
  return invites ? `${publicUrl}/register` : null;
}
