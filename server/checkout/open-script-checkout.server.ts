import { randomUUID } from "node:crypto";
import { z } from "zod";
import { prepared } from "#db/prepared-statements.ts";
import type { Context } from "#server/core/context.ts";
import { preparedRows } from "#server/core/typed-sql.server.ts";
import type { PaymentProvider } from "#server/payments/provider.ts";
import { codeOf, type Pence } from "#server/pricing/money.ts";
import { SCRIPT_CHECKOUT_MILLISECONDS } from "./checkout-limits.ts";

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
export async function openScriptCheckout<Opened>(
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
