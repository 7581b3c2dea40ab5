import { FailedOrdersPanel } from "#app/components/staff/orders/failed-orders-panel.tsx";
import { ordersTab } from "#app/components/staff/orders/orders-tab.tsx";
import { ProductsPanel } from "#app/components/staff/products/products-panel.tsx";
import { lazyPart } from "#app/lib/document/missing-files.tsx";
import { auditList } from "#server/audit/audit-search.ts";
import { soldProductList } from "#server/catalogue/catalogue-query.schema.ts";
import { userList } from "#server/customers/users-query.ts";
import { emailList } from "#server/email/email-search.ts";
import { enquiryList } from "#server/enquiries/enquiry.schema.ts";
import { subscriberList } from "#server/newsletter/newsletter.schema.ts";
import { parseAnalyticsQuery } from "#server/reports/analytics.ts";
import type { Analytics } from "#server/reports/find-analytics.server.ts";
import type { PackagingReport } from "#server/reports/find-packaging-report.server.ts";
import type { VatReport } from "#server/reports/find-vat-report.server.ts";
import { ledgerMonthIn } from "#server/reports/ledger.ts";
import { parseVatReportQuery } from "#server/reports/vat-report.ts";
import { evidenceYearIn } from "#server/statements/evidence.ts";
import { type DashboardPanelProps, dashboardTab, openedRow } from "./dashboard-tab.tsx";

const EmailsPanel = lazyPart(() => import("./emails-panel.tsx"));
const ApiKeysPanel = lazyPart(() => import("#app/components/staff/api-keys/api-keys-panel.tsx"));
const AuditPanel = lazyPart(() => import("./audit-panel.tsx"));
const ReconciliationPanel = lazyPart(() => import("#app/components/staff/figures/reconciliation-panel.tsx"));

const EvidencePanel = lazyPart(() => import("./evidence/evidence-panel.tsx"));
const AnalyticsPanel = lazyPart(() => import("./figures/analytics-panel.tsx"));
const PackagingPanel = lazyPart(() => import("./figures/packaging-panel.tsx"));
const VatPanel = lazyPart(() => import("./figures/vat-panel.tsx"));

const CustomersPanel = lazyPart(() => import("./customers-panel.tsx"));
const EnquiriesPanel = lazyPart(() => import("./enquiries-panel.tsx"));
const UsersPanel = lazyPart(() => import("#app/components/staff/users/users-panel.tsx"));

/**
 * The tabs of /admin in the order they are shown: the first ones (Orders, Failed Orders, Customers, Analytics,
 * Products, Users), then Enquiries, Reconciliation, Evidence, Emails, Audit and API keys.
 *
 * To add one:
 * 1. Write its panel, `things-panel.tsx` beside this file, with a component `ThingsPanel` whose props are
 *    `DashboardPanelProps<Things>`. It gives `first` and `loadedAt` to its query
 *    (`trpc.things.list.useQuery(input, asLoaded(first, loadedAt))`) and is a
 *    `StaffPanel` or a `StaffList`. Filters, sort and page are in the address, so that an address is a view: one
 *    `listQuery` reads them, in the panel and in `load`.
 * 2. Add a `dashboardTab({ key, load, Panel })` below, at its place in the order, and its link to
 *    `frame/staff-navigation.ts`, which says its name and what it takes to see it. `load` may call only what that allows,
 *    and runs only while the tab is open.
 * 3. A panel with charts, an editor or other weight is loaded when its tab is opened:
 *    `const ThingsPanel = lazyPart(() => import("./things-panel.tsx"))` with `export default` in the panel's file.
 * 4. An address parameter that only opens a dialog of what the panel has already is named in the `shouldRevalidate` of
 *    `routes/staff/admin.tsx`.
 */
export const dashboardTabs = [
  ordersTab,
  dashboardTab({
    key: "failed",
    load: ({ caller }) => caller.orders.failed(),
    Panel: FailedOrdersPanel,
  }),
  dashboardTab({
    key: "customers",
    load: ({ caller, search }) => caller.newsletter.subscribers(subscriberList.read(search)),
    Panel: CustomersPanel,
  }),
  dashboardTab({
    key: "analytics",
    load: async ({ caller, search }): Promise<AnalyticsFirst> => {
      const view = search.get("view");
      if (view === "vat") return { view, report: await caller.reports.vat(parseVatReportQuery(search)) };
      if (view === "packaging") return { view, report: await caller.reports.packaging() };
      return { view: "sales", analytics: await caller.reports.analytics(parseAnalyticsQuery(search)) };
    },
    Panel: AnalyticsView,
  }),
  dashboardTab({
    key: "products",
    load: ({ caller, search }) => caller.products.list(soldProductList.read(search)),
    Panel: ProductsPanel,
  }),
  dashboardTab({
    key: "users",
    load: ({ caller, search }) => caller.users.list(userList.read(search)),
    Panel: UsersPanel,
  }),
  dashboardTab({
    key: "enquiries",
    load: ({ caller, search }) => caller.enquiries.search(enquiryList.read(search)),
    Panel: EnquiriesPanel,
  }),
  dashboardTab({
    key: "reconciliation",
    load: ({ caller, search }) => caller.ledger.month(ledgerMonthIn(search)),
    Panel: ReconciliationPanel,
  }),
  dashboardTab({
    key: "evidence",
    load: ({ caller, search }) => caller.evidence.report(evidenceYearIn(search)),
    Panel: EvidencePanel,
  }),
  dashboardTab({
    key: "emails",
    load: async ({ caller, search }) => ({
      page: await caller.emails.search(emailList.read(search)),
      ...(await openedRow(search, "email", (id) => caller.emails.byId({ id }))),
    }),
    Panel: EmailsPanel,
  }),
  dashboardTab({
    key: "audit",
    load: ({ caller, search }) => caller.audit.search(auditList.read(search)),
    Panel: AuditPanel,
  }),
  dashboardTab({
    key: "api-keys",
    load: ({ caller }) => caller.apiKeys.list(),
    Panel: ApiKeysPanel,
  }),
];

/** What the tab Analytics shows: figures and charts, with `?view=vat` the VAT report, with `?view=packaging` the packaging. */
type AnalyticsFirst =
  | { view: "sales"; analytics: Analytics }
  | { view: "vat"; report: VatReport }
  | { view: "packaging"; report: PackagingReport };

function AnalyticsView({ first, ...props }: DashboardPanelProps<AnalyticsFirst>) {
  if (first.view === "vat") return <VatPanel {...props} first={first.report} />;
  if (first.view === "packaging") return <PackagingPanel {...props} first={first.report} />;
  return <AnalyticsPanel {...props} first={first.analytics} />;
}
