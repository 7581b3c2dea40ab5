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
import { ledgerMonthIn } from "#server/reports/ledger.ts";
import { parseVatReportQuery } from "#server/reports/vat-report.ts";
import { evidenceYearIn } from "#server/statements/evidence.ts";
import { missingRow, type StaffTab } from "./dashboard-tab.tsx";

const EmailsPanel = lazyPart(() => import("./emails-panel.tsx"));
const ApiKeysPanel = lazyPart(() => import("#app/components/staff/api-keys-panel.tsx"));
const AuditPanel = lazyPart(() => import("./audit-panel.tsx"));
const ReconciliationPanel = lazyPart(() => import("#app/components/staff/figures/reconciliation-panel.tsx"));

const EvidencePanel = lazyPart(() => import("./evidence-panel.tsx"));
const AnalyticsPanel = lazyPart(() => import("./figures/analytics-panel.tsx"));

const CustomersPanel = lazyPart(() => import("./customers-panel.tsx"));
const EnquiriesPanel = lazyPart(() => import("./enquiries-panel.tsx"));
const UsersPanel = lazyPart(() => import("#app/components/staff/users/users-panel.tsx"));

const tab = (key: string, Panel: StaffTab["Panel"], load: StaffTab["load"]): StaffTab => ({
  key,
  load,
  Panel,
});

/**
 * The tabs of /admin in the order they are shown: the first ones (Orders, Failed Orders, Customers, Analytics,
 * Products, Users), then Enquiries, Reconciliation, Evidence, Emails, Audit and API keys.
 *
 * To add one:
 * 1. Write its panel, `things-panel.tsx` beside this file, with a component `ThingsPanel`. It asks
 *    `trpc.things.list.useSuspenseQuery(input)` and is a `StaffPanel` or a `StaffList`. Filters, sort and page are in the
 *    address, so that an address is a view: one `listQuery` reads them, in the panel and in `load`.
 * 2. Add `tab(key, Panel, load)` below, at its place in the order, and its link to `frame/staff-navigation.ts`, which says
 *    its name and what it takes to see it. `load` asks the panel's query with the same input, so that the page comes with
 *    its answer. It may ask only what that link allows, and runs only while the tab is open.
 * 3. A panel with charts, an editor or other weight is loaded when its tab is opened:
 *    `const ThingsPanel = lazyPart(() => import("./things-panel.tsx"))` with `export default` in the panel's file.
 * 4. An address parameter that only opens a dialog of what the panel has already is named in the `shouldRevalidate` of
 *    `routes/staff/admin.tsx`.
 */
export const dashboardTabs: readonly StaffTab[] = [
  ordersTab,
  tab("failed", FailedOrdersPanel, ({ queries }) => queries.orders.failed.fetch()),
  tab("customers", CustomersPanel, ({ queries, search }) =>
    queries.newsletter.subscribers.fetch(subscriberList.read(search)),
  ),
  tab("analytics", AnalyticsPanel, ({ queries: { reports }, search }) => {
    const view = search.get("view");
    if (view === "vat") return reports.vat.fetch(parseVatReportQuery(search));
    if (view === "packaging") return reports.packaging.fetch();
    return reports.analytics.fetch(parseAnalyticsQuery(search));
  }),
  tab("products", ProductsPanel, ({ queries, search }) =>
    queries.products.list.fetch(soldProductList.read(search)),
  ),
  tab("users", UsersPanel, ({ queries, search }) => queries.users.list.fetch(userList.read(search))),
  tab("enquiries", EnquiriesPanel, ({ queries, search }) =>
    queries.enquiries.search.fetch(enquiryList.read(search)),
  ),
  tab("reconciliation", ReconciliationPanel, ({ queries, search }) =>
    queries.ledger.month.fetch(ledgerMonthIn(search)),
  ),
  tab("evidence", EvidencePanel, ({ queries, search }) =>
    queries.evidence.report.fetch(evidenceYearIn(search)),
  ),
  {
    ...tab("emails", EmailsPanel, ({ queries, search }) =>
      queries.emails.search.fetch(emailList.read(search)),
    ),
    open: ({ queries, search }) => missingRow(search, "email", (id) => queries.emails.byId.fetch({ id })),
  },
  tab("audit", AuditPanel, ({ queries, search }) => queries.audit.search.fetch(auditList.read(search))),
  tab("api-keys", ApiKeysPanel, ({ queries }) => queries.apiKeys.list.fetch()),
];
