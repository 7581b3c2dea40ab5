import { z } from "zod";
import type { Context } from "#server/core/context.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { rawRow } from "#server/core/typed-sql.server.ts";

/** Of the time, at most a twentieth goes into renewals: of a million orders one takes more than a minute. */
const REST = 20;

const dueSchema = z.object({ isDue: z.boolean() });

/** By the clock: adds up anew unless the last time took so long that it can wait. */
export async function renewFiguresWhenDue(context: Pick<Context, "em">): Promise<void> {
  const { isDue } = await rawRow(
    context.em,
    dueSchema,
    `select at is null or now() - at >= took * ${REST} as "isDue" from figures_as_of`,
  );
  if (isDue) await renewFigures(context);
}

/** What is added up; the moment comes last, since it says how long the others took. */
export const figureViews = [
  "sales_by_day",
  "product_sales",
  "vat_by_day",
  "customer_impact",
  "ledger_by_day",
  "figures_as_of",
] as const;

/**
 * Adds up anew what reports and the community show of the days before today. Readers are not blocked and see all of it
 * at once; a second run waits for the first.
 */
export async function renewFigures(context: Pick<Context, "em">): Promise<void> {
  await inTransaction(context.em, async (em) => {
    for (const view of figureViews) {
      await em.execute(`refresh materialized view concurrently ${view}`);
    }
  });
}
