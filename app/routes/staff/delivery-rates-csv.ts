import { csvResponse } from "#server/http/csv-response.server.ts";
import { staffFile } from "#server/http/page.server.ts";
import { exportTariff } from "#server/settings/save-tariff.server.ts";

/** /admin/delivery-rates.csv: the table of rates as a file that can be edited and read again; `?example` is one. */
export const loader = staffFile(exportTariff, async ({ context, url }) => {
  const example = url.searchParams.has("example");
  return csvResponse(
    example ? "delivery-rates-example.csv" : "delivery-rates.csv",
    await exportTariff(context, { example }),
  );
});
