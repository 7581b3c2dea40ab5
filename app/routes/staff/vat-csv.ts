import { csvResponse } from "#server/http/csv-response.server.ts";
import { staffFile } from "#server/http/page.server.ts";
import { exportVatReport } from "#server/reports/find-vat-report.server.ts";
import { parseVatReportQuery } from "#server/reports/vat-report.ts";

/** /admin/vat.csv: the VAT report by rate and period as a file. */
export const loader = staffFile(exportVatReport, async ({ context, url }) =>
  csvResponse("vat-report.csv", await exportVatReport(context, parseVatReportQuery(url.searchParams))),
);
