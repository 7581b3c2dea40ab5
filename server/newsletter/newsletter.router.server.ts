import { reading } from "#server/trpc/procedures.server.ts";
import { router } from "#server/trpc/trpc.server.ts";
import { subscriberSearchSchema } from "./subscriber-search.ts";
import { searchSubscribers } from "./subscribers.server.ts";

export const newsletterRouter = router({
  subscribers: reading(searchSubscribers)
    .input(subscriberSearchSchema)
    .query(({ ctx, input }) => searchSubscribers(ctx, input)),
});
