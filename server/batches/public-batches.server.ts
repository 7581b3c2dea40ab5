import { z } from "zod";
import type { Context } from "#server/core/context.ts";
import { optionalRowId, searchText } from "#server/core/fields.ts";
import { pageOf } from "#server/core/list-query.ts";
import { type Topic, VersionedValues } from "#server/core/topics.ts";
import { allOf, beyondRow, truth, typedSql } from "#server/core/typed-sql.server.ts";

/** What a page of batches depends on: the names of products, and the shop's own around it, too. */
export const batchTopics: readonly Topic[] = ["settings", "catalogue", "batches"];

const PAGE = 50;

/** A page of all batches, those that were made last first. Public. */
export async function listPublicBatches(
  { em }: Pick<Context, "em">,
  { after }: { after?: number | undefined },
) {
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
  const { page: batches, next } = pageOf(rows, PAGE);
  return { batches, next };
}

/** A batch in the list for everybody; its organic carbon is null before the first analysis. */
export type PublicBatchRow = Awaited<ReturnType<typeof listPublicBatches>>["batches"][number];

/** What the list of batches for everybody is asked, as its address says it; what makes no sense is left out. */
export const publicBatchesSchema = z.object({
  /** The code of a label, as somebody types it. */
  code: searchText().catch(""),
  /** Go on behind the batch of this id, towards older ones. */
  after: optionalRowId,
});

/** A batch on the page of its product. */
export interface OpenBatch {
  code: string;
  /** ISO date. */
  madeOn: string;
}

const MOST_SHOWN = 3;
/** As many products as are looked at between two changes. */
const MOST_PRODUCTS = 1000;
const cache = new VersionedValues<OpenBatch[]>(MOST_PRODUCTS, "batches");

/** The batches of a product that are packed now, those that were made last first. Public. */
export function findOpenBatches({ em }: Pick<Context, "em">, productId: number): Promise<OpenBatch[]> {
  return cache.get(`${process.env.DATABASE_URL} ${productId}`, () =>
    typedSql(em)
      .selectFrom("batch")
      .where("product_id", "=", productId)
      .where("status", "=", "open")
      .orderBy("made_on", "desc")
      .orderBy("id", "desc")
      .limit(MOST_SHOWN)
      .select(["code", "made_on as madeOn"])
      .execute(),
  );
}
