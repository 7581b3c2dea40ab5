import { z } from "zod";
import { optionalRowId } from "#server/core/row-id.ts";
import { searchText } from "#server/core/search-text.ts";

/** What the list of batches for everybody is asked, as its address says it; what makes no sense is left out. */
export const publicBatchesSchema = z.object({
  /** The code of a label, as somebody types it. */
  code: searchText().catch(""),
  /** Go on behind the batch of this id, towards older ones. */
  after: optionalRowId,
});
