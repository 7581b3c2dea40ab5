import type { EntityManager } from "@mikro-orm/postgresql";
import type { CheckoutDetails } from "#server/checkout/priced-snapshot.ts";
import type { Context } from "#server/core/context.ts";
import { queueEmail } from "#server/email/queue-email.server.ts";
import { storeIdentityOf } from "#server/email/store-identity.ts";
import { lineTotal, type Totals } from "#server/pricing/totals.ts";
import { taxWordsOf } from "#server/settings/tax-words.ts";
import { makeConfirmationToken } from "./confirmation-token.server.ts";
import { registerUrlFor } from "./create-order.server.ts";
import type { findAccountForOrder } from "./find-account-for-order.server.ts";
import { paymentWays } from "./payment-ways.ts";
import type { CounterLine } from "./price-counter-lines.server.ts";
import type { ShopOrder } from "./shop-order.schema.ts";

interface TakenOrder {
  details: CheckoutDetails;
  lines: readonly CounterLine[];
  totals: Totals;
  invoiceNumber: string;
  account: Awaited<ReturnType<typeof findAccountForOrder>>;
  isPaid: boolean;
  wanted: Pick<ShopOrder, "paymentMethod">;
}

/** Mails the customer of an order that staff took its confirmation, with how to pay while it is not paid. */
export async function confirmStaffOrder(
  em: EntityManager,
  context: Context,
  { details, lines, totals, invoiceNumber, account, isPaid, wanted }: TakenOrder,
): Promise<void> {
  const { settings, publicUrl, clock } = context;
  const now = clock.now();
  await queueEmail(em, {
    key: `order-confirmation:${invoiceNumber}`,
    template: "order-confirmation",
    recipient: details.customerEmail,
    props: {
      store: storeIdentityOf(settings, publicUrl),
      invoiceNumber,
      orderedOn: now.toLocaleDateString("en-GB", { dateStyle: "long", timeZone: "Europe/London" }),
      customerName: details.customerName,
      ...totals,
      lines: lines.map((line) => ({ ...line, lineTotal: lineTotal(line) })),
      taxWords: taxWordsOf(settings, totals.vat),
      deliverTo: `${details.customerName}, ${details.customerAddress}`,
      deliveryToBeAgreed: false,
      isBackorder: false,
      counter: { toBePaid: isPaid ? null : paymentWays[wanted.paymentMethod] },
      setPassword: account.setPassword,
      registerUrl: account.userId ? null : registerUrlFor(context),
      orderUrl: `${publicUrl}/order-confirmation?t=${await makeConfirmationToken(em, invoiceNumber, now)}`,
    },
  });
}
