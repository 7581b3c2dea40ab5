import { type Column, RowsTable } from "#app/components/staff/kit/rows-table.tsx";
import { StaffList, useAsked } from "#app/components/staff/kit/staff-list.tsx";
import { ordersTab } from "#app/components/staff/orders/orders-tab.tsx";
import { CustomerName } from "#app/components/staff/staff-page.tsx";
import { useStoreMoney } from "#app/lib/root-data.ts";
import { trpc } from "#app/lib/trpc.ts";
import { soldProductList } from "#server/catalogue/catalogue-query.schema.ts";
import type { SoldProduct } from "#server/catalogue/find-staff-products.server.ts";
import type { CustomerView } from "#server/customers/list-users.server.ts";
import { customerList } from "#server/customers/users-query.ts";
import type { StaffTab } from "../dashboard-tab.tsx";
import { useSoldProducts } from "../products/products-panel.tsx";
import { StockBadge } from "./finder.tsx";
import { addressOf } from "./order-draft.ts";

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
      className: "text-right whitespace-nowrap tabular-nums",
      headClassName: "text-right",
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
