import type { Context } from "#server/core/context.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { addUpLedgerStatement } from "./ledger-sums.ts";

/** One run stays short even when a shop of many years was imported; the next ones go on. */
const DAYS_AT_ONCE = 100;

/**
 * Makes the days of the ledger anew whose figures the triggers noted since the last time. One run at a time: the later of
 * two would else keep older figures.
 */
export async function addUpLedger(context: Context): Promise<void> {
  await inTransaction(context.em, async (em) => {
    // Readers go on; the statement below sees everything that was committed before the lock was got.
    await em.execute("lock table ledger_day in exclusive mode");
    await em.execute(addUpLedgerStatement(DAYS_AT_ONCE));
  });
}
