import { type Column, figure, RowsTable } from "#app/components/staff/kit/rows-table.tsx";
import { StaffList, useAsked } from "#app/components/staff/kit/staff-list.tsx";
import { FailedOrdersPanel } from "#app/components/staff/orders/failed-orders-panel.tsx";
import { ordersTab } from "#app/components/staff/orders/orders-tab.tsx";
import { ProductsPanel } from "#app/components/staff/products/products-panel.tsx";
import { CustomerName } from "#app/components/staff/staff-page.tsx";
import { lazyPart } from "#app/lib/document/missing-files.tsx";
import { useStoreMoney } from "#app/lib/root-data.ts";
import { trpc } from "#app/lib/trpc.ts";
import { auditList } from "#server/audit/audit-search.ts";
import { soldProductList } from "#server/catalogue/catalogue-query.schema.ts";
import type { SoldProduct } from "#server/catalogue/find-staff-products.server.ts";
import type { CustomerView } from "#server/customers/list-users.server.ts";
import { customerList, userList } from "#server/customers/users-query.ts";
import { emailList } from "#server/email/email-search.ts";
import { enquiryList } from "#server/enquiries/enquiry.schema.ts";
import { subscriberList } from "#server/newsletter/newsletter.schema.ts";
import { analyticsQuery } from "#server/reports/analytics.ts";
import { ledgerQuery } from "#server/reports/ledger.ts";
import { vatReportQuery } from "#server/reports/vat-report.ts";
import { evidenceYearIn } from "#server/statements/evidence.ts";
import { missingRow, type StaffTab } from "./dashboard-tab.tsx";
import { useSoldProducts } from "./products/products-panel.tsx";
import { StockBadge } from "./shop/finder.tsx";
import { addressOf } from "./shop/order-draft.ts";

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
    if (view === "vat") return reports.vat.fetch(vatReportQuery.read(search));
    if (view === "packaging") return reports.packaging.fetch();
    return reports.analytics.fetch(analyticsQuery.read(search));
  }),
  tab("products", ProductsPanel, ({ queries, search }) =>
    queries.products.list.fetch(soldProductList.read(search)),
  ),
  tab("users", UsersPanel, ({ queries, search }) => queries.users.list.fetch(userList.read(search))),
  tab("enquiries", EnquiriesPanel, ({ queries, search }) =>
    queries.enquiries.search.fetch(enquiryList.read(search)),
  ),
  tab("reconciliation", ReconciliationPanel, ({ queries, search }) =>
    queries.ledger.month.fetch(ledgerQuery.read(search)),
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

/** The tabs of /shop-manager, in their order; the first is open when the address names none. */
export const shopTabs: readonly (StaffTab & { label: string })[] = [
  { label: "Orders", ...ordersTab },
  {
    label: "Customers",
    key: "customers",
    load: ({ queries, search }) => queries.shop.customers.fetch(customerList.read(search)),
    Panel: ShopCustomersPanel,
  },
  {
    label: "Products",
    key: "products",
    load: ({ queries, search }) => queries.products.list.fetch(soldProductList.read(search)),
    Panel: ShopProductsPanel,
  },
];

/** The Customers tab of the shop manager: whom to sell to, and how to reach them. */
function ShopCustomersPanel() {
  const { asked } = useAsked(customerList);
  const [{ customers, next }, list] = trpc.shop.customers.useSuspenseQuery(asked);
  return (
    <StaffList
      id="shop-customers"
      title="Customers"
      what="customers"
      query={customerList}
      list={list}
      text={{ label: "Name, email or username" }}
      count={customers.length}
      none={{ title: "No customers found", text: "A new customer is made with their first order." }}
      next={next}
    >
      <RowsTable caption="Customers, the newest first" rows={customers} columns={columns} />
    </StaffList>
  );
}

const columns: Column<CustomerView>[] = [
  {
    head: "Name",
    cell: ({ id, name, companyName, tradeList }) => (
      <>
        <CustomerName of={{ kind: "account", id }} name={name} />
        {companyName && <span className="block text-sm font-normal text-ink-soft">{companyName}</span>}
        {tradeList && <span className="block text-sm font-normal text-ink-soft">Trade list {tradeList}</span>}
      </>
    ),
    className: "min-w-40 font-medium",
  },
  { head: "Email", cell: ({ email }) => email, className: "min-w-56 break-all" },
  { head: "Phone", cell: ({ phone }) => phone || "–", className: "whitespace-nowrap" },
  { head: "Address", cell: (customer) => addressOf(customer) || "–", className: "min-w-48" },
];

/** The Products tab of the shop manager: what is sold, for how much, and how much of it there is. */
function ShopProductsPanel() {
  const money = useStoreMoney();
  const { products, shown } = useSoldProducts();
  const columns: Column<SoldProduct>[] = [
    { head: "Name", cell: ({ name }) => name, className: "min-w-40 font-medium" },
    { head: "Category", cell: ({ category }) => category, className: "min-w-32 text-ink-soft" },
    {
      head: "Price",
      cell: ({ currentPrice }) => money(currentPrice),
      ...figure,
    },
    {
      head: "Stock",
      cell: ({ stockQuantity }) => <StockBadge stock={stockQuantity} />,
      className: "whitespace-nowrap",
    },
  ];
  return (
    <StaffList id="shop-products" {...shown}>
      <RowsTable caption="Products" rows={products} columns={columns} />
    </StaffList>
  );
}
