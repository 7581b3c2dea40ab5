import { csvResponse } from "#server/http/csv-response.server.ts";
import { staffFile } from "#server/http/page.server.ts";
import { exportForCarrier, parseCarrierExport } from "#server/orders/carriers.server.ts";

/** /admin/packing.csv: what waits to be sent, as a file for Royal Mail's Click & Drop or for a pallet network. */
export const loader = staffFile(exportForCarrier, async ({ context, url }) => {
  const { fileName, pieces } = await exportForCarrier(context, parseCarrierExport(url.searchParams));
  return csvResponse(fileName, pieces);
});
