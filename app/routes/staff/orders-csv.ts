import { csvResponse } from "#server/http/csv-response.server.ts";
import { staffFile } from "#server/http/page.server.ts";
import { exportOrders } from "#server/orders/lists/export-orders.server.ts";
import { parseOrderSearch } from "#server/orders/lists/order-search.ts";

/** /admin/orders.csv: the orders of a search as a file. */
export const loader = staffFile(exportOrders, async ({ context, url }) =>
  csvResponse("orders.csv", await exportOrders(context, parseOrderSearch(url.searchParams))),
);
