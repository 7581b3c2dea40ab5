import { useSearchParams } from "@remix-run/react";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { Cell, HeadCell, Table } from "#app/components/ui/table.tsx";
import { trpc } from "#app/lib/trpc.ts";
import { customersQueryIn } from "#server/users/customers-query.ts";
import type { CustomerView } from "#server/users/find-customers.server.ts";
import type { DashboardPanelProps } from "../dashboard-tab.tsx";
import { StaffPanel } from "../staff-panel.tsx";
import { addressOf } from "./customer-address.ts";
import { ShopPages, ShopSearch } from "./shop-search.tsx";

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
  return (
    <StaffPanel
      id="shop-customers"
      title="Customers"
      list={list}
      onRefresh={() => utils.shop.customers.invalidate()}
      search={<ShopSearch tab="customers" label="Name, email or username" search={query.search} />}
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
              <tr key={customer.id} className="hover:bg-sunken">
                <Cell className="min-w-40 font-medium">
                  {customer.name}
                  {customer.companyName && (
                    <span className="block text-sm font-normal text-ink-soft">{customer.companyName}</span>
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
      <ShopPages tab="customers" search={query.search} after={query.after ?? null} next={next} />
    </StaffPanel>
  );
}
