import { ordersRouter } from "#server/orders/orders.router.server.ts";
import { createCallerFactory, router } from "./trpc.server.ts";

/** Everything the staff's screens call. */
export const appRouter = router({ orders: ordersRouter });

export type AppRouter = typeof appRouter;

/** Calls procedures without HTTP, for a loader's first data: `callerFor(context).orders.recent()`. */
export const callerFor = createCallerFactory(appRouter);
