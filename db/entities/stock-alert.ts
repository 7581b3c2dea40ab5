import { defineEntity, p } from "@mikro-orm/core";
import { stockAlertStates } from "#server/catalogue/stock-alert.ts";
import { Product } from "./product.ts";

/** Somebody's request to be told by mail when a product is back; one for each address and product. */
export const StockAlertSchema = defineEntity({
  name: "StockAlert",
  tableName: "stock_alert",
  indexes: [
    {
      name: "stock_alert_unique",
      expression: "create unique index stock_alert_unique on stock_alert (product_id, lower(email))",
    },
    {
      name: "stock_alert_email_index",
      expression: "create index stock_alert_email_index on stock_alert (lower(email))",
    },
    {
      name: "stock_alert_waiting_index",
      expression:
        "create index stock_alert_waiting_index on stock_alert (product_id, confirmed_at, id) where state = 'waiting'",
    },
    {
      name: "stock_alert_told_index",
      expression:
        "create index stock_alert_told_index on stock_alert (product_id, told_at) where told_at is not null",
    },
  ],
  checks: [
    {
      name: "stock_alert_has_its_times",
      expression:
        "(state <> 'waiting' or confirmed_at is not null) and (state <> 'told' or told_at is not null) and (state <> 'ended' or ended_at is not null)",
    },
  ],
  properties: {
    id: p.integer().primary(),
    product: () => p.manyToOne(Product).deleteRule("cascade"),
    email: p.string().length(254),
    state: p.enum(stockAlertStates).default("pending"),
    /** The evidence of consent: to which words, and when. */
    consentWording: p.string().length(500),
    askedAt: p.datetime(),
    confirmedAt: p.datetime().nullable(),
    /** When the last mail about it was written. */
    toldAt: p.datetime().nullable(),
    endedAt: p.datetime().nullable(),
  },
});

export class StockAlert extends StockAlertSchema.class {}
StockAlertSchema.setClass(StockAlert);
