import { z } from "zod";

/** The home grid shows four products at most. */
export const HOME_GRID_SIZE = 4;

export const homeOrderSchema = z.object({
  /** Product ids from the first place on; places without one are filled by name. */
  ids: z.array(z.int().min(1).max(2_147_483_647)).max(HOME_GRID_SIZE),
  /** The grid as the person saw it, to notice that somebody else changed it. */
  seenIds: z.array(z.int()).max(HOME_GRID_SIZE),
});
