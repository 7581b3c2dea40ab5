import { defineEntity, p } from "@mikro-orm/core";

/** A list of prices that staff give to customers: products name its code in their steps, accounts carry it. */
export const TradeListSchema = defineEntity({
  name: "TradeList",
  tableName: "trade_list",
  properties: {
    /** As files and scripts write it; made from the first name, and stays. */
    code: p.string().length(50).primary(),
    name: p.string().length(100).unique("trade_list_name_unique"),
    version: p.integer().version(),
    createdAt: p.datetime().defaultRaw("now()"),
  },
});

export class TradeList extends TradeListSchema.class {}
TradeListSchema.setClass(TradeList);
