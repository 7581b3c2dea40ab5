import type { Context } from "#server/core/context.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { countOrders } from "./count-orders.server.ts";
import { addUpSalesStatements } from "./sales-sums.ts";

/**
 * Counts the orders that wait, and adds what was noted since the last run to the sums behind the dashboard's figures
 * and charts. Safe to run twice at once: the second finds nothing left of what the first has taken.
 */
export async function addUpSales(context: Context): Promise<void> {
  await countOrders(context);
  await inTransaction(context.em, async (em) => {
    for (const statement of addUpSalesStatements) {
      await em.execute(statement);
    }
  });
}
