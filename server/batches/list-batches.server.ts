import { read } from "#server/access/read.server.ts";
import type { Context } from "#server/core/context.ts";
import { likeAnywhere } from "#server/core/fields.ts";
import { pageOf } from "#server/core/list-query.ts";
import { allOf, beyondRow, condition, typedSql } from "#server/core/typed-sql.server.ts";
import type { BatchRow, BatchSearch } from "./batch-commands.ts";

const PAGE = 50;

export interface BatchesPage {
  batches: BatchRow[];
  /** The id after which the next page starts; null at the end. */
  next: number | null;
}

/** A page of the batches, those that were made last first. @throws ShopError `unauthenticated`, `forbidden` */
export const searchBatches = read(
  "batches.view",
  async (context: Context, search: BatchSearch): Promise<BatchesPage> => {
    const { page: batches, next } = pageOf(await listBatches(context, search, PAGE + 1), PAGE);
    return { batches, next };
  },
);

/** The same for scripts. @throws ShopError `unauthenticated`, `forbidden` */
export const listBatches = read(
  "batches.view",
  async (context: Context, { search, status, after }: BatchSearch, limit: number): Promise<BatchRow[]> => {
    const text = likeAnywhere(search.toLowerCase());
    return typedSql(context.em)
      .selectFrom("batch")
      .innerJoin("product", "product.id", "batch.product_id")
      .where(
        allOf([
          search ? condition`lower(batch.code) like ${text} or lower(product.name) like ${text}` : undefined,
          status ? condition`batch.status = ${status}` : undefined,
          after === undefined ? undefined : beyondRow("<", { table: "batch", column: "made_on", id: after }),
        ]),
      )
      .orderBy("batch.made_on", "desc")
      .orderBy("batch.id", "desc")
      .limit(limit)
      .select((row) => [
        "batch.id",
        "batch.code",
        "batch.product_id as productId",
        "product.name as productName",
        "batch.made_on as madeOn",
        "batch.grams_made as gramsMade",
        "batch.grams_left as gramsLeft",
        "batch.grams_allocated as gramsAllocated",
        "batch.grams_written_off as gramsWrittenOff",
        "batch.status",
        row
          .selectFrom("batch_analysis")
          .whereRef("batch_analysis.batch_id", "=", "batch.id")
          .orderBy("analysed_on", "desc")
          .limit(1)
          .select("analysed_on")
          .as("analysedOn"),
      ])
      .execute();
  },
);

/** More products than a producer makes. */
const MOST = 500;

/** The products that a batch can be of, by name. @throws ShopError `unauthenticated`, `forbidden` */
export const listProductChoices = read(
  "batches.edit",
  ({ em }: Context): Promise<{ id: number; name: string }[]> =>
    typedSql(em)
      .selectFrom("product")
      .where("archived_at", "is", null)
      .orderBy("name")
      .orderBy("id")
      .limit(MOST)
      .select(["id", "name"])
      .execute(),
);
