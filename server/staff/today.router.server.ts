import { reading } from "#server/trpc/procedures.server.ts";
import { router } from "#server/trpc/trpc.server.ts";
import { countWork } from "./today.server.ts";

export const todayRouter = router({
  counts: reading(countWork).query(({ ctx }) => countWork(ctx)),
});
