import { z } from "zod";
import { searchText } from "#server/core/search-text.ts";
import { mutation, reading } from "#server/trpc/procedures.server.ts";
import { router } from "#server/trpc/trpc.server.ts";
import { findEverything } from "./find-everything.server.ts";
import { removeView, saveView } from "./saved-views.server.ts";

/** Views of lists are read with their pages. */
export const viewsRouter = router({
  save: mutation(saveView),
  remove: mutation(removeView),
});

/** What the palette asks while somebody types. */
export const findRouter = router({
  everything: reading(findEverything)
    .input(z.object({ text: searchText(254) }))
    .query(({ ctx, input }) => findEverything(ctx, input.text)),
});
