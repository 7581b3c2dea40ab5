import { staffFile } from "#server/http/page.server.ts";
import { evidenceYearIn } from "#server/statements/evidence-report.ts";
import { exportForIsometric } from "#server/statements/export-evidence.server.ts";

/** /admin/evidence.json?project=prj_…&year=2026: what came over a weighbridge, as Isometric's API takes it. */
export const loader = staffFile(exportForIsometric, async ({ context, url }) => {
  const projectId = (url.searchParams.get("project") ?? "").trim();
  const year = evidenceYearIn(url.searchParams).year ?? context.clock.now().getUTCFullYear();
  const applications = await exportForIsometric(context, { projectId, year });
  return new Response(JSON.stringify(applications, null, 2), {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": 'attachment; filename="isometric-applications.json"',
    },
  });
});
