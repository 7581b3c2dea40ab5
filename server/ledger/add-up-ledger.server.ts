import type { Context } from "#server/core/context.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { addUpLedgerStatement } from "./ledger-sums.ts";

/** Keeps one run short even when a shop of many years was imported; the next ones continue. */
const DAYS_AT_ONCE = 100;

/**
 * Calculates again the days of the ledger whose figures the triggers noted since the last run. One run at a time:
 * otherwise the later of two would store older figures.
 */
export async function addUpLedger(context: Context): Promise<void> {
  await inTransaction(context.em, async (em) => {
    // Readers are not blocked; the statement below sees everything that was committed before the lock was taken.
    await em.execute("lock table ledger_day in exclusive mode");
    await em.execute(addUpLedgerStatement(DAYS_AT_ONCE));
  });
}
