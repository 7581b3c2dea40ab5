import { csvResponse } from "#server/http/csv-response.server.ts";
import { file } from "#server/http/page.server.ts";
import { exportOwnCarbon } from "#server/statements/find-statement.server.ts";

/** /account/carbon.csv?year=2026: what one's own orders store, line by line; of all years without one. */
export const loader = file(async ({ context, url }) => {
  const asked = url.searchParams.get("year") ?? "";
  const year = /^\d{4}$/.test(asked) ? Number(asked) : undefined;
  return csvResponse(`carbon-${year ?? "all"}.csv`, await exportOwnCarbon(context, year));
});
