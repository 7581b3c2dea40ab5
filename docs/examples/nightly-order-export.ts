/**
 * Writes the orders of one day as CSV, one line for each product in them: for a bookkeeper's import, run by night.
 *
 *   SHOP_API_KEY=oxb_… node docs/examples/nightly-order-export.ts orders.csv [2026-11-20]
 *
 * The day is in UTC, yesterday unless given. The key needs the permission orders.view and orders.viewMoney.
 */
import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { stringify } from "csv-stringify";
import { nextCursor, shopClient } from "./shop-client.ts";

const columns = [
  ...["invoiceNumber", "createdAt", "status", "paymentMethod", "customerName", "customerEmail"],
  ...["productId", "productName", "quantity", "price", "shippingCost", "taxAmount", "totalAmount"],
];

const [file = "orders.csv", day = yesterday()] = process.argv.slice(2);
await pipeline(linesOf(day), stringify({ header: true, columns }), createWriteStream(file));

/** The newest orders come first, so the walk ends with the first that is older than the day. */
async function* linesOf(day: string) {
  const shop = shopClient();
  let cursor: number | undefined;
  do {
    const { data, error, response } = await shop.GET("/api/admin/orders", {
      params: { query: { limit: 100, cursor } },
    });
    if (error) throw new Error(`${response.status} ${error.message}`);
    for (const { items, ...order } of data) {
      const placed = order.createdAt.slice(0, 10);
      if (placed < day) return;
      if (placed === day) for (const item of items) yield { ...order, ...item };
    }
    cursor = nextCursor(response);
  } while (cursor !== undefined);
}

function yesterday(): string {
  return new Date(Date.now() - 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
}
