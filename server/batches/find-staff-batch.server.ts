import { randomUUID } from "node:crypto";
import { z } from "zod";
import { Batch, BatchAnalysis, BatchWriteOff } from "#db/entities/index.ts";
import { read } from "#server/access/read.server.ts";
import type { Context } from "#server/core/context.ts";
import { rawRows } from "#server/core/typed-sql.server.ts";
import type { BatchView } from "./batch-view.ts";
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

export type AllocationView = z.infer<typeof allocationRow>;

/** All that staff see of a batch. */
export interface StaffBatch extends BatchView {
  gramsLeft: number;
  gramsAllocated: number;
  gramsWrittenOff: number;
  quarantineReason: string;
  /** Who entered each analysis, by its id. */
  enteredBy: Record<number, string>;
  writeOffs: { id: number; grams: number; reason: string; by: string; at: string }[];
  /** The newest first, 200 at most. */
  allocations: AllocationView[];
  /** For the next forms: sent twice, each does its work once. */
  keys: { analysis: string; writeOff: string };
}

const MOST_SHOWN = 200;

/** A batch by its code; undefined where there is none. @throws ShopError `unauthenticated`, `forbidden` */
export const findStaffBatch = read(
  "batches.view",
  async (context: Context, code: string): Promise<StaffBatch | undefined> => {
    const view = await findBatch(context, code);
    if (!view) return undefined;
    const em = context.em.fork();
    const batch = await em.findOneOrFail(Batch, view.id);
    const analyses = await em.find(BatchAnalysis, { batch: view.id });
    const writeOffs = await em.find(BatchWriteOff, { batch: view.id }, { orderBy: { id: "desc" } });
    return {
      ...view,
      gramsLeft: batch.gramsLeft,
      gramsAllocated: batch.gramsAllocated,
      gramsWrittenOff: batch.gramsWrittenOff,
      quarantineReason: batch.quarantineReason,
      enteredBy: Object.fromEntries(analyses.map(({ id, enteredBy }) => [id, enteredBy])),
      writeOffs: writeOffs.map(({ id, grams, reason, writtenOffBy, createdAt }) => ({
        ...{ id, grams, reason },
        by: writtenOffBy,
        at: createdAt.toISOString(),
      })),
      allocations: await listAllocations(context, view.id, { limit: MOST_SHOWN }),
      keys: { analysis: randomUUID(), writeOff: randomUUID() },
    };
  },
);

/** What orders have of a batch, the newest first. @throws ShopError `unauthenticated`, `forbidden` */
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
