import { findSteppedProducts, setPriceSteps } from "#server/catalogue/set-price-steps.server.ts";
import {
  createTradeList,
  listTradeLists,
  removeTradeList,
  renameTradeList,
} from "#server/catalogue/trade-lists.server.ts";
import { mutation, reading } from "./procedures.server.ts";
import { router } from "./trpc.server.ts";

/** Prices by quantity, and the lists of them that customers carry. */
export const pricesRouter = router({
  lists: reading(listTradeLists).query(({ ctx }) => listTradeLists(ctx)),
  products: reading(findSteppedProducts).query(({ ctx }) => findSteppedProducts(ctx)),
  setSteps: mutation(setPriceSteps),
  createList: mutation(createTradeList),
  renameList: mutation(renameTradeList),
  removeList: mutation(removeTradeList),
});
