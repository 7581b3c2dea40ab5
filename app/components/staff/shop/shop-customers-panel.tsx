import { useSearchParams } from "@remix-run/react";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { Cell, HeadCell, Table } from "#app/components/ui/table.tsx";
import { trpc } from "#app/lib/trpc.ts";
import { customersQueryIn } from "#server/users/customers-query.ts";
import type { CustomerView } from "#server/users/list-users.server.ts";
import { CustomerName } from "../customers/customer-name.tsx";
import type { DashboardPanelProps } from "../dashboard-tab.tsx";
import { StaffPanel } from "../staff-panel.tsx";
import { TabPages, TabSearch } from "../tab-list.tsx";
import { addressOf } from "./order-draft.ts";

interface CustomersPage {
  customers: CustomerView[];
  next: number | null;
}

/** The Customers tab of the shop manager: whom to sell to, and how to reach them. */
export function ShopCustomersPanel({ first, loadedAt }: DashboardPanelProps<CustomersPage>) {
  const [parameters] = useSearchParams();
  const query = customersQueryIn(parameters);
  const utils = trpc.useUtils();
  const list = trpc.shop.customers.useQuery(query, { initialData: first, initialDataUpdatedAt: loadedAt });
  const { customers, next } = list.data;
  const here = { screen: "/shop-manager", tab: "customers", search: query.search } as const;
  return (
    <StaffPanel
      id="shop-customers"
      title="Customers"
      list={list}
      onRefresh={() => utils.shop.customers.invalidate()}
      search={<TabSearch {...here} label="Name, email or username" />}
      what="the customers"
    >
      {customers.length === 0 ? (
        <EmptyState title="No customers found" headingLevel={3}>
          A new customer is made with their first order.
        </EmptyState>
      ) : (
        <Table caption="Customers, the newest first">
          <thead>
            <tr>
              <HeadCell>Name</HeadCell>
              <HeadCell>Email</HeadCell>
              <HeadCell>Phone</HeadCell>
              <HeadCell>Address</HeadCell>
            </tr>
          </thead>
          <tbody>
            {customers.map((customer) => (
              <tr key={customer.id} data-row={customer.id} className="hover:bg-sunken">
                <Cell className="min-w-40 font-medium">
                  <CustomerName of={{ kind: "account", id: customer.id }} name={customer.name} />
                  {customer.companyName && (
                    <span className="block text-sm font-normal text-ink-soft">{customer.companyName}</span>
                  )}
                  {customer.tradeList && (
                    <span className="block text-sm font-normal text-ink-soft">
                      Trade list {customer.tradeList}
                    </span>
                  )}
                </Cell>
                <Cell className="min-w-56 break-all">{customer.email}</Cell>
                <Cell className="whitespace-nowrap">{customer.phone || "–"}</Cell>
                <Cell className="min-w-48">{addressOf(customer) || "–"}</Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      <TabPages {...here} after={query.after ?? null} next={next} />
    </StaffPanel>
  );
}
