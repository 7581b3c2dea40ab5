import { z } from "zod";
import { searchText } from "#server/core/fields.ts";
import { reading } from "#server/trpc/procedures.server.ts";
import { router } from "#server/trpc/trpc.server.ts";
import { findEverything } from "./find-everything.server.ts";

/** What the palette asks while somebody types. */
export const findRouter = router({
  everything: reading(findEverything)
    .input(z.object({ text: searchText(254) }))
    .query(({ ctx, input }) => findEverything(ctx, input.text)),
});
