import type { Context } from "#server/core/context.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";

/** What is added up, in the order in which it is renewed: the moment first. */
export const figureViews = [
  "figures_as_of",
  "sales_by_day",
  "product_sales",
  "vat_by_day",
  "customer_impact",
  "ledger_by_day",
] as const;

/**
 * Adds up anew what reports and the community show of the days before today. Readers are not blocked and see all of it
 * at once; a second run waits for the first.
 */
export async function renewFigures(context: Pick<Context, "em">): Promise<void> {
  await inTransaction(context.em, async (em) => {
    for (const view of figureViews) await em.execute(`refresh materialized view concurrently ${view}`);
  });
}
