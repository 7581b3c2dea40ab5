import { reading } from "#server/trpc/procedures.server.ts";
import { router } from "#server/trpc/trpc.server.ts";
import { subscriberList } from "./subscriber-search.ts";
import { searchSubscribers } from "./subscribers.server.ts";

export const newsletterRouter = router({
  subscribers: reading(searchSubscribers)
    .input(subscriberList.schema)
    .query(({ ctx, input }) => searchSubscribers(ctx, input)),
});
