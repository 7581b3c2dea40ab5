import { expect, it } from "vitest";
import { textOfFile } from "#server/core/text.ts";
import { makeProduct, staffContext } from "#server/testing/factories.ts";
import { savedBySpreadsheet, spreadsheetSaves } from "#server/testing/saved-by-spreadsheet.ts";
import { textOf } from "#server/testing/text-of.ts";
import { exportProducts, importProducts } from "./product-file.server.ts";

const context = await staffContext();
const measured = { bulkDensity: 305, bulkDensityMeasuredOn: "2026-11-05" };
const products = [
  { name: "Terre d’été, £5 – “fine”", ...measured, gtin: "9506000134352", price: 1250 },
  { name: "0012", description: "first\r\nsecond; =1+1", category: "2026-11-05", price: 123_450 },
  { name: "'90s mix", packLabel: "5-10", family: "Mar 10", netGrams: 1_500_000, taxRate: 500 },
  { name: "'0012", description: "1e5", slug: "10-11", onSale: true, salePrice: 900, gtin: "00012348" },
  { name: "CO₂ сад 竹炭 🌱", description: "-12", stockQuantity: 1500, imageUrl: "" },
  { name: '="0012"', description: "=1+1", category: "+44", price: 1_000_000 },
  { name: "true", description: "", category: "50%" },
  { name: "=HYPERLINK(evil) ", description: 'Line one\r\nline "two"; and, more\n' },
];
for (const product of products) await makeProduct(context, product);

const exported = () => textOf(exportProducts(context));

it.each(["it is", ...spreadsheetSaves] as const)(
  "an export that is opened and saved as %s comes back unchanged",
  async (save) => {
    const before = await exported();
    const saved = save === "it is" ? before : textOfFile(savedBySpreadsheet(before, save));
    const report = await importProducts(context, saved);
    expect(report.errors).toEqual([]);
    expect(report).toMatchObject({ created: 0, updated: 0 });
    expect(report.unchanged).toBeGreaterThanOrEqual(products.length);
    expect(await exported()).toBe(before);
  },
);
