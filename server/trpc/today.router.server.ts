import { countWork } from "#server/staff/today.server.ts";
import { reading } from "./procedures.server.ts";
import { router } from "./trpc.server.ts";

export const todayRouter = router({
  counts: reading(countWork).query(({ ctx }) => countWork(ctx)),
});
