import { csvResponse } from "#server/http/csv-response.server.ts";
import { staffFile } from "#server/http/page.server.ts";
import { exportPackagingReport } from "#server/reports/find-packaging-report.server.ts";

/** /admin/packaging.csv: the packaging of each year by material as a file. */
export const loader = staffFile(exportPackagingReport, async ({ context }) =>
  csvResponse("packaging.csv", await exportPackagingReport(context)),
);
