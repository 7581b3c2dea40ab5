import { z } from "zod";
import { rowIdFromText } from "#server/core/fields.ts";
import { csvResponse } from "#server/http/csv-response.server.ts";
import { staffFile } from "#server/http/page.server.ts";
import { exportOrders } from "#server/orders/export-orders.server.ts";
import { orderList } from "#server/orders/order-search.ts";

const chosenSchema = z.array(rowIdFromText).catch([]);

/** /admin/orders.csv: the orders of a search as a file, or those that were ticked. */
export const loader = staffFile(exportOrders, async ({ context, url }) =>
  csvResponse(
    "orders.csv",
    await exportOrders(context, {
      ...orderList.read(url.searchParams),
      chosen: chosenSchema.parse(url.searchParams.getAll("order")),
    }),
  ),
);
