import { z } from "zod";
import { rowId } from "#server/core/fields.ts";

/** The home grid shows four products at most. */
export const HOME_GRID_SIZE = 4;

export const homeOrderSchema = z.object({
  /** Product ids from the first place on; places without one are filled by name. */
  ids: z.array(rowId).max(HOME_GRID_SIZE),
  /** The grid as the person saw it, to notice that somebody else changed it. */
  seenIds: z.array(z.int()).max(HOME_GRID_SIZE),
});
