import type { Context } from "#server/core/context.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { addUpStatement } from "./impact-sums.ts";

/**
 * Makes the sums of those customers anew whose orders, refunds or account the triggers noted since the last time, and
 * carries the difference into the community's tally. One run at a time: the later of two would else write older sums.
 */
export async function addUpImpact(context: Context): Promise<void> {
  await inTransaction(context.em, async (em) => {
    // Readers go on; the statement below sees everything that was committed before the lock was got.
    await em.execute("lock table community_tally in exclusive mode");
    await em.execute(addUpStatement);
  });
}
