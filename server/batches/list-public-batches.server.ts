import type { Context } from "#server/core/context.ts";
import { allOf, beyondRow, truth, typedSql } from "#server/core/typed-sql.server.ts";
import type { PublicBatchRow } from "./public-batches.ts";

const PAGE = 50;

interface PublicBatchesPage {
  batches: PublicBatchRow[];
  /** The id after which the next page starts; null at the end. */
  next: number | null;
}

/** A page of all batches, those that were made last first. Public. */
export async function listPublicBatches(
  { em }: Pick<Context, "em">,
  { after }: { after?: number | undefined },
): Promise<PublicBatchesPage> {
  const rows = await typedSql(em)
    .selectFrom("batch")
    .innerJoin("product", "product.id", "batch.product_id")
    .where(
      allOf([
        after === undefined ? undefined : beyondRow("<", { table: "batch", column: "made_on", id: after }),
      ]),
    )
    .orderBy("batch.made_on", "desc")
    .orderBy("batch.id", "desc")
    .limit(PAGE + 1)
    .select((row) => [
      "batch.id",
      "batch.code",
      "product.name as productName",
      "batch.made_on as madeOn",
      "batch.status",
      truth`batch.recalled_at is not null`.as("isRecalled"),
      row
        .selectFrom("batch_analysis")
        .whereRef("batch_analysis.batch_id", "=", "batch.id")
        .orderBy("analysed_on", "desc")
        .orderBy("batch_analysis.id", "desc")
        .limit(1)
        .select("organic_carbon")
        .as("organicCarbon"),
    ])
    .execute();
  const batches = rows.slice(0, PAGE);
  return { batches, next: rows.length > PAGE ? (batches.at(-1)?.id ?? null) : null };
}
