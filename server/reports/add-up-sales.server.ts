import type { Context } from "#server/core/context.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { addUpSalesStatements } from "./sales-sums.ts";

/**
 * Adds what the triggers noted since the last run to the sums behind the dashboard's figures and charts. Safe to run
 * twice at once: the second finds nothing left of what the first has taken.
 */
export async function addUpSales(context: Context): Promise<void> {
  await inTransaction(context.em, async (em) => {
    for (const statement of addUpSalesStatements) {
      await em.execute(statement);
    }
  });
}
