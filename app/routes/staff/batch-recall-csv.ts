import { findBatch } from "#server/batches/find-batch.server.ts";
import { exportAffectedOrders } from "#server/batches/recall-batch.server.ts";
import { ShopError } from "#server/core/errors.ts";
import { csvResponse } from "#server/http/csv-response.server.ts";
import { staffFile } from "#server/http/page.server.ts";

/** /admin/batches/{code}/recall.csv: everybody who has something of a batch. */
export const loader = staffFile(exportAffectedOrders, async ({ context, params }) => {
  const batch = await findBatch(context, params.code ?? "");
  if (!batch) throw new ShopError("not_found", "Batch not found");
  return csvResponse(`batch-${batch.code}.csv`, await exportAffectedOrders(context, batch.id));
});
