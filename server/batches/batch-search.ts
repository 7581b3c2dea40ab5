import { z } from "zod";
import { optionalRowId } from "#server/core/row-id.ts";
import { searchText } from "#server/core/search-text.ts";
import { type BatchStatus, batchStatuses } from "./batch-values.ts";

export const statusLabels: Record<BatchStatus, string> = {
  open: "Open",
  quarantined: "In quarantine",
  sold_out: "Sold out",
};

/** What staff ask of the batches, as the address says it; what makes no sense is left out. */
export const batchSearchSchema = z.object({
  search: searchText().catch(""),
  status: z.enum(batchStatuses).optional().catch(undefined),
  /** Go on behind the batch of this id, towards older ones. */
  after: optionalRowId,
});

export type BatchSearch = z.infer<typeof batchSearchSchema>;

/** A batch in the list of staff. */
export interface BatchRow {
  id: number;
  code: string;
  productId: number;
  productName: string;
  /** ISO date. */
  madeOn: string;
  gramsMade: number;
  gramsLeft: number;
  gramsAllocated: number;
  gramsWrittenOff: number;
  status: BatchStatus;
  /** ISO date of the newest analysis; null before the first. */
  analysedOn: string | null;
}
