import { z } from "zod";
import { searchText } from "#server/core/fields.ts";
import { findEverything } from "#server/staff/find-everything.server.ts";
import { reading } from "./procedures.server.ts";
import { router } from "./trpc.server.ts";

/** What the palette asks while somebody types. */
export const findRouter = router({
  everything: reading(findEverything)
    .input(z.object({ text: searchText(254) }))
    .query(({ ctx, input }) => findEverything(ctx, input.text)),
});
