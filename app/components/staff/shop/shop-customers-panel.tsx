import { type Column, RowsTable, StaffList, useAsked } from "#app/components/staff/kit/staff-list.tsx";
import { trpc } from "#app/lib/trpc.ts";
import type { CustomerView } from "#server/customers/list-users.server.ts";
import { customerList } from "#server/customers/users-query.ts";
import { CustomerName } from "../customers/customer-name.tsx";
import type { DashboardPanelProps } from "../dashboard-tab.tsx";
import { addressOf } from "./order-draft.ts";

interface CustomersPage {
  customers: CustomerView[];
  next: number | null;
}

/** The Customers tab of the shop manager: whom to sell to, and how to reach them. */
export function ShopCustomersPanel({ first, loadedAt }: DashboardPanelProps<CustomersPage>) {
  const { asked } = useAsked(customerList);
  const utils = trpc.useUtils();
  const list = trpc.shop.customers.useQuery(asked, { initialData: first, initialDataUpdatedAt: loadedAt });
  const { customers, next } = list.data;
  return (
    <StaffList
      id="shop-customers"
      title="Customers"
      what="customers"
      query={customerList}
      list={list}
      onRefresh={() => utils.shop.customers.invalidate()}
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
