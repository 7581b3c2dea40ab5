import { ShopError } from "#server/core/errors.ts";
import { csvResponse } from "#server/http/csv-response.server.ts";
import { staffFile } from "#server/http/page.server.ts";
import { evidenceYearIn } from "#server/statements/evidence-report.ts";
import { exportForRegistry } from "#server/statements/export-evidence.server.ts";
import { isRegistryName, registryFiles } from "#server/statements/registry-rows.ts";

/** /admin/evidence.csv?registry=csi&year=2026: what was sold of a year's batches, as a registry takes it. */
export const loader = staffFile(exportForRegistry, async ({ context, url }) => {
  const registry = url.searchParams.get("registry") ?? "csi";
  if (!isRegistryName(registry)) throw new ShopError("not_found", "There is no such file");
  const year = evidenceYearIn(url.searchParams).year ?? context.clock.now().getUTCFullYear();
  return csvResponse(registryFiles[registry].name, await exportForRegistry(context, { registry, year }));
});
