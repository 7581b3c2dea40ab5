import { LockMode } from "@mikro-orm/postgresql";
import { Checkout, Payment } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { releaseHoldsOf } from "./release-holds.server.ts";
import type { StartedCheckout } from "./start-checkout.server.ts";

/**
 * Opens the payment of a checkout whose stock was just reserved. When it cannot be opened, for whatever reason, the
 * stock is released: only a payment that somebody can make keeps stock from others.
 */
export async function openWhileHeld<Opened>(
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
