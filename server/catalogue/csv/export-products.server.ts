import { read } from "#server/access/read.server.ts";
import type { Context } from "#server/core/context.ts";
import { csvPieces } from "#server/core/csv.ts";
import type { CsvCell } from "#server/core/csv-cells.ts";
import { typedSql } from "#server/core/typed-sql.server.ts";
import { readStaffProducts } from "../find-staff-products.server.ts";
import { productCsvColumns, productCsvRow } from "./product-csv.ts";

const BATCH = 1000;

/**
 * All products that are not archived as a CSV file in pieces, in the order they were made. Read in batches, so that it
 * takes as little memory for a hundred thousand products as for eight.
 */
export const exportProducts = read("products.export", (context: Context): AsyncGenerator<string> => {
  return csvPieces(productCsvColumns, batches(context));
});

async function* batches(context: Context): AsyncGenerator<CsvCell[][]> {
  let after = 0;
  while (true) {
    const products = await readStaffProducts(
      typedSql(context.em)
        .selectFrom("product")
        .where("id", ">", after)
        .where("archived_at", "is", null)
        .orderBy("id")
        .limit(BATCH),
    );
    yield products.map((product) => productCsvRow(product, context.settings.currency));
    const last = products.at(-1);
    if (!last || products.length < BATCH) return;
    after = last.id;
  }
}
