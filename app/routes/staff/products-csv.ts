import { exportProducts } from "#server/catalogue/csv/export-products.server.ts";
import { csvResponse } from "#server/http/csv-response.server.ts";
import { staffFile } from "#server/http/page.server.ts";

/** /admin/products.csv: the catalogue as a file that can be edited and imported again. */
export const loader = staffFile(exportProducts, async ({ context }) =>
  csvResponse("products.csv", await exportProducts(context)),
);
