import { mutation, reading } from "#server/trpc/procedures.server.ts";
import { router } from "#server/trpc/trpc.server.ts";
import { findSteppedProducts, setPriceSteps } from "./set-price-steps.server.ts";
import { createTradeList, listTradeLists, removeTradeList, renameTradeList } from "./trade-lists.server.ts";

/** Prices by quantity, and the lists of them that customers carry. */
export const pricesRouter = router({
  lists: reading(listTradeLists).query(({ ctx }) => listTradeLists(ctx)),
  products: reading(findSteppedProducts).query(({ ctx }) => findSteppedProducts(ctx)),
  setSteps: mutation(setPriceSteps),
  createList: mutation(createTradeList),
  renameList: mutation(renameTradeList),
  removeList: mutation(removeTradeList),
});
