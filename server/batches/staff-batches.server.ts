import { randomUUID } from "node:crypto";
import { z } from "zod";
import { Batch, BatchAnalysis, BatchWriteOff } from "#db/entities/index.ts";
import { read } from "#server/access/read.server.ts";
import type { Context } from "#server/core/context.ts";
import { likeAnywhere } from "#server/core/fields.ts";
import { pageOf } from "#server/core/list-query.ts";
import { allOf, beyondRow, condition, rawRows, typedSql } from "#server/core/typed-sql.server.ts";
import { qrCodeOf } from "#server/media/qr-code.ts";
import { certificateText } from "./batch.ts";
import type { BatchSearch } from "./batch-commands.ts";
import { labelPath } from "./batch-links.ts";
import { findBatch } from "./find-batch.server.ts";

/** Units that an order has of a batch, without a word of who bought it. */
const allocationRow = z.object({
  id: z.number(),
  orderId: z.number(),
  invoiceNumber: z.string(),
  quantity: z.number(),
  returnedQuantity: z.number(),
  grams: z.number(),
  allocatedAt: z.string(),
});

type AllocationView = z.infer<typeof allocationRow>;

const MOST_SHOWN = 200;

/** A batch by its code; undefined where there is none. */
export const findStaffBatch = read("batches.view", async (context: Context, code: string) => {
  const view = await findBatch(context, code);
  if (!view) return undefined;
  const em = context.em.fork();
  const batch = await em.findOneOrFail(Batch, view.id);
  const analyses = await em.find(BatchAnalysis, { batch: view.id });
  const writeOffs = await em.find(BatchWriteOff, { batch: view.id }, { orderBy: { id: "desc" } });
  return {
    ...view,
    version: batch.version,
    gramsLeft: batch.gramsLeft,
    gramsAllocated: batch.gramsAllocated,
    gramsWrittenOff: batch.gramsWrittenOff,
    quarantineReason: batch.quarantineReason,
    /** Who entered each analysis, by its id. */
    enteredBy: Object.fromEntries(analyses.map(({ id, enteredBy }) => [id, enteredBy])),
    writeOffs: writeOffs.map(({ id, grams, reason, writtenOffBy, createdAt }) => ({
      ...{ id, grams, reason },
      by: writtenOffBy,
      at: createdAt.toISOString(),
    })),
    allocations: await listAllocations(context, view.id, { limit: MOST_SHOWN }),
    /** For the next forms: sent twice, each does its work once. */
    keys: { analysis: randomUUID(), writeOff: randomUUID() },
  };
});

/** All that staff see of a batch. */
export type StaffBatch = NonNullable<Awaited<ReturnType<typeof findStaffBatch>>>;

/** What orders have of a batch, the newest first. */
export const listAllocations = read(
  "batches.view",
  (
    { em }: Context,
    batchId: number,
    { limit, before }: { limit: number; before?: number | undefined },
  ): Promise<AllocationView[]> =>
    rawRows(
      em,
      allocationRow,
      `select a.id, o.id as "orderId", o.invoice_number as "invoiceNumber", a.quantity,
              a.returned_quantity as "returnedQuantity", a.grams,
              to_char(a.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "allocatedAt"
         from batch_allocation a
         join order_line line on line.id = a.order_line_id
         join customer_order o on o.id = line.order_id
        where a.batch_id = ? and a.id < ?
        order by a.id desc limit ?`,
      [batchId, before ?? 2_147_483_647, limit],
    ),
);

const PAGE = 50;

/** A page of the batches, those that were made last first. */
export const searchBatches = read("batches.view", async (context: Context, search: BatchSearch) => {
  /** `next` is the id after which the next page starts; null at the end. */
  const { page: batches, next } = pageOf(await listBatches(context, search, PAGE + 1), PAGE);
  return { batches, next };
});

export type BatchesPage = Awaited<ReturnType<typeof searchBatches>>;

/** A batch in the list of staff; it has no day of analysis before the first. */
export type BatchRow = BatchesPage["batches"][number];

/** The same for scripts. */
export const listBatches = read(
  "batches.view",
  async (context: Context, { search, status, after }: BatchSearch, limit: number) => {
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

/** The products that a batch can be of, by name. */
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

/** How many sheets of eight anybody prints at once. */
export const MOST_LABELS = 400;

/** How many labels an address asks for: a sheet of eight where it says nothing that makes sense. */
export const labelCountSchema = z.coerce.number().int().min(1).max(MOST_LABELS).catch(8);

/** The label of a batch's bags; undefined where there is no such batch. */
export const findBatchLabel = read("batches.view", async (context: Context, written: string) => {
  const batch = await findBatch(context, written);
  if (!batch) return undefined;
  const { code, madeOn, product } = batch;
  const url = context.publicUrl + labelPath(batch);
  return {
    ...{ code, madeOn, productName: product.name, netGrams: product.netGrams },
    certificate: certificateText(batch),
    /** What the QR code holds: absolute. */
    ...{ url, picture: qrCodeOf(url) },
  };
});

/** What stands on the label of a bag. */
export type BatchLabel = NonNullable<Awaited<ReturnType<typeof findBatchLabel>>>;
