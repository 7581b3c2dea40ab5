import { Payment } from "#db/entities/index.ts";
import { recordChange } from "#server/audit/record-change.server.ts";
import { command } from "#server/commands/run-command.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { log } from "#server/core/log.ts";
import { finalisePayment } from "#server/orders/finalise-payment.server.ts";
import { addOrderEvent } from "#server/orders/move-order.server.ts";
import { type FinalisedAgain, ledgerCommands } from "./ledger.schema.ts";

/**
 * Asks the provider again about a payment that bought nothing, and makes its order when there is one to make. A
 * second payment for an existing order is refunded automatically.
 * @throws ShopError `unauthenticated`, `forbidden`, `not_found`; `unavailable` when the provider does not respond
 */
export const finaliseAgain = command(
  ledgerCommands.finaliseAgain,
  async (context, paymentId): Promise<FinalisedAgain> => {
    const payment = await context.em.fork().findOne(Payment, paymentId);
    if (!payment) throw new ShopError("not_found", "Payment not found");
    const outcome = await ask(context, payment);
    const { actor, requestId } = context;
    const by = actor.kind === "user" ? actor.id : actor.kind;
    log("info", "an unmatched payment was looked at again", {
      paymentId,
      outcome: outcome.kind,
      by,
      requestId,
    });
    if (outcome.kind === "processing") return { matched: false, message: "The provider is still deciding." };
    if (outcome.kind === "unpaid") return { matched: false, message: outcome.message };
    if (outcome.kind === "unmatched") return { matched: false, message: "It still matches no order." };
    if (outcome.created) {
      await inTransaction(context.em, async (em) => {
        const message = "Made from a payment that had matched no order";
        addOrderEvent(em, context, { order: outcome.orderId, kind: "matched", message });
        await recordChange(em, context, {
          area: "orders",
          action: "made from unmatched money",
          subjectId: outcome.orderId,
          subjectName: outcome.invoiceNumber,
          before: {},
          after: { payment: `${payment.provider} ${payment.providerPaymentId}` },
        });
      });
      return { matched: true, message: `Order ${outcome.invoiceNumber} was made.` };
    }
    const now = await context.em.fork().findOneOrFail(Payment, paymentId);
    const went = now.status === "refunded" ? " This second payment for it was refunded." : "";
    return { matched: true, message: `Order ${outcome.invoiceNumber} is there.${went}` };
  },
);

async function ask(context: Context, { provider, providerPaymentId }: Payment) {
  try {
    return await finalisePayment(context, provider, providerPaymentId);
  } catch (error) {
    if (error instanceof ShopError) throw error;
    log("warn", "a provider did not answer about a payment", { providerPaymentId, error });
    throw new ShopError("unavailable", "The payment provider does not answer. Please try again.", {
      retryAfterSeconds: 60,
    });
  }
}
