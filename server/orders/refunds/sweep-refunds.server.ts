import { Refund } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { log } from "#server/core/log.ts";
import { finishImport, importRefunds } from "./import-refunds.server.ts";
import { settleRefund } from "./settle-refund.server.ts";

/** One run looks at so many; the rest waits a minute. */
const BATCH = 50;
/** Whoever asked for a refund is usually still at it. */
const QUIET_MILLISECONDS = 45 * 1000;
/** A refund that the bank has not paid out yet is looked at again after so long, should its event be lost. */
const PENDING_MILLISECONDS = 60 * 60 * 1000;

/** Finishes refunds that a crash, a lost answer or a lost event cut off. One failure never stops the rest. */
export async function sweepRefunds(context: Context): Promise<void> {
  const now = context.clock.now().getTime();
  const em = context.em.fork();
  const open = await em.find(
    Refund,
    {
      $or: [
        { status: "requested", nextAttemptAt: null, updatedAt: { $lt: new Date(now - QUIET_MILLISECONDS) } },
        { status: "requested", nextAttemptAt: { $lte: new Date(now) } },
        { status: "pending", updatedAt: { $lt: new Date(now - PENDING_MILLISECONDS) } },
      ],
    },
    { populate: ["payment"], orderBy: { updatedAt: "asc" }, limit: BATCH },
  );
  for (const refund of open) {
    await em.nativeUpdate(Refund, { id: refund.id }, { updatedAt: new Date(now) });
    try {
      if (refund.source === "provider" && refund.status === "requested") await finishImport(context, refund);
      else if (refund.status === "requested") await settleRefund(context, refund.id);
      else if (refund.payment) await importRefunds(context, refund.payment.providerPaymentId);
    } catch (error) {
      log("error", "the sweeper could not finish a refund", { refundId: refund.id, error });
    }
  }
}
