import { dashboardTab } from "#app/components/staff/dashboard-tab.tsx";
import { lazyPart } from "#app/lib/document/missing-files.tsx";
import { evidenceYearIn } from "#server/statements/evidence-report.ts";

const EvidencePanel = lazyPart(() => import("./evidence-panel.tsx"));

export const evidenceTab = dashboardTab({
  key: "evidence",
  label: "Evidence",
  permission: "evidence.view",
  load: ({ caller, search }) => caller.evidence.report(evidenceYearIn(search)),
  Panel: EvidencePanel,
});
