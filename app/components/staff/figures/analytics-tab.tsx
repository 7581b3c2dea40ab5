import { lazy } from "react";
import { type DashboardPanelProps, dashboardTab } from "#app/components/staff/dashboard-tab.tsx";
import { parseAnalyticsQuery } from "#server/reports/analytics-query.ts";
import type { Analytics } from "#server/reports/analytics-view.ts";
import { parseVatReportQuery, type VatReport } from "#server/reports/vat-report.ts";

const AnalyticsPanel = lazy(() => import("./analytics-panel.tsx"));
const VatPanel = lazy(() => import("./vat-panel.tsx"));

/** What the tab shows: figures and charts, or with `?view=vat` the VAT report. */
type AnalyticsFirst = { view: "sales"; analytics: Analytics } | { view: "vat"; report: VatReport };

export const analyticsTab = dashboardTab({
  key: "analytics",
  label: "Analytics",
  permission: "reports.view",
  load: async ({ caller, search }): Promise<AnalyticsFirst> =>
    search.get("view") === "vat"
      ? { view: "vat", report: await caller.reports.vat(parseVatReportQuery(search)) }
      : { view: "sales", analytics: await caller.reports.analytics(parseAnalyticsQuery(search)) },
  Panel: AnalyticsOrVat,
});

function AnalyticsOrVat({ first, ...props }: DashboardPanelProps<AnalyticsFirst>) {
  return first.view === "vat" ? (
    <VatPanel {...props} first={first.report} />
  ) : (
    <AnalyticsPanel {...props} first={first.analytics} />
  );
}
