import type { Context } from "#server/core/context.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { addUpStatement } from "./impact-sums.ts";

/**
 * Calculates again the sums of the customers whose orders, refunds or account the triggers noted since the last run,
 * and adds the difference to the community's tally. One run at a time: otherwise the later of two would write older
 * sums.
 */
export async function addUpImpact(context: Context): Promise<void> {
  await inTransaction(context.em, async (em) => {
    // Readers are not blocked; the statement below sees everything that was committed before the lock was taken.
    await em.execute("lock table community_tally in exclusive mode");
    await em.execute(addUpStatement);
  });
}
