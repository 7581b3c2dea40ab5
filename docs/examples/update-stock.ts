/**
 * Sets what can be sold from a spreadsheet saved as CSV with the columns slug and stockQuantity.
 *
 *   SHOP_API_KEY=oxb_… node docs/examples/update-stock.ts stock.csv
 *
 * The key needs the permissions products.view and products.edit. Rows that cannot be applied are told, the
 * others are applied all the same; the exit code is 1 when there was one.
 */
import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { shopClient } from "./shop-client.ts";

/** How often a product is read again because somebody bought or changed it in between. */
const TRIES = 5;

const shop = shopClient();
const [file = "stock.csv"] = process.argv.slice(2);
const rows: Record<string, string>[] = parse(readFileSync(file), { columns: true, bom: true, trim: true });
for (const { slug = "", stockQuantity = "" } of rows) {
  const outcome = await setStock(slug, stockQuantity);
  if (outcome.failed) process.exitCode = 1;
  console.log(`${slug}: ${outcome.told}`);
}

interface Outcome {
  told: string;
  failed?: true;
}

/** If-Match makes the shop refuse when the product is not as it was read: a sale meanwhile is never overwritten. */
async function setStock(slug: string, input: string): Promise<Outcome> {
  if (!/^\d+$/.test(input)) return { told: `"${input}" is not a number of units`, failed: true };
  const stockQuantity = Number(input);
  for (let tried = 0; tried < TRIES; tried += 1) {
    const read = await shop.GET("/api/products/{slug}", { params: { path: { slug } } });
    if (!read.data) return { told: read.error?.message ?? String(read.response.status), failed: true };
    const { id, stockQuantity: before } = read.data;
    if (before === stockQuantity) return { told: `stays ${before}` };
    const { error, response } = await shop.PUT("/api/admin/products/{id}", {
      params: { path: { id }, header: { "If-Match": read.response.headers.get("etag") ?? undefined } },
      body: { stockQuantity },
    });
    if (!error) return { told: `${before} → ${stockQuantity}` };
    if (response.status !== 409) return { told: error.message, failed: true };
  }
  return { told: "is changed all the time; try again later", failed: true };
}
