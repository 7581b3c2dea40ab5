import { type DashboardPanelProps, dashboardTab } from "#app/components/staff/dashboard-tab.tsx";
import { lazyPart } from "#app/lib/document/missing-files.tsx";
import { type Analytics, parseAnalyticsQuery } from "#server/reports/analytics.ts";
import type { PackagingReport } from "#server/reports/packaging-report.ts";
import { parseVatReportQuery, type VatReport } from "#server/reports/vat-report.ts";

const AnalyticsPanel = lazyPart(() => import("./analytics-panel.tsx"));
const PackagingPanel = lazyPart(() => import("./packaging-panel.tsx"));
const VatPanel = lazyPart(() => import("./vat-panel.tsx"));

/** What the tab shows: figures and charts, with `?view=vat` the VAT report, with `?view=packaging` the packaging. */
type AnalyticsFirst =
  | { view: "sales"; analytics: Analytics }
  | { view: "vat"; report: VatReport }
  | { view: "packaging"; report: PackagingReport };

export const analyticsTab = dashboardTab({
  key: "analytics",
  label: "Analytics",
  permission: "reports.view",
  load: async ({ caller, search }): Promise<AnalyticsFirst> => {
    const view = search.get("view");
    if (view === "vat") return { view, report: await caller.reports.vat(parseVatReportQuery(search)) };
    if (view === "packaging") return { view, report: await caller.reports.packaging() };
    return { view: "sales", analytics: await caller.reports.analytics(parseAnalyticsQuery(search)) };
  },
  Panel: AnalyticsView,
});

function AnalyticsView({ first, ...props }: DashboardPanelProps<AnalyticsFirst>) {
  if (first.view === "vat") return <VatPanel {...props} first={first.report} />;
  if (first.view === "packaging") return <PackagingPanel {...props} first={first.report} />;
  return <AnalyticsPanel {...props} first={first.analytics} />;
}
