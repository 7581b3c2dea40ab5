import { Form, Link, useLocation, useNavigation, useSearchParams } from "@remix-run/react";
import { Search } from "lucide-react";
import type { ReactNode } from "react";
import { DownloadCsv } from "#app/components/staff/download-csv.tsx";
import { Narrowing, SearchOfPhone } from "#app/components/staff/narrowing.tsx";
import { StaffPanel } from "#app/components/staff/staff-panel.tsx";
import { Button, ButtonLink, buttonClass } from "#app/components/ui/button.tsx";
import { classNames } from "#app/components/ui/class-names.ts";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { SelectField, TextField } from "#app/components/ui/fields.tsx";
import { displayCount } from "#app/lib/display.ts";
import { trpc } from "#app/lib/trpc.ts";
import { useShownWhilePending } from "#app/lib/use-delayed.ts";
import { useMay } from "#app/lib/use-may.ts";
import type { RefusedForm } from "#server/commands/command.ts";
import type { PackingOrder } from "#server/orders/lists/find-orders.server.ts";
import {
  isSortByTotal,
  type OrderSearch,
  type OrderSort,
  orderSearchParameters,
  orderSorts,
  orderStates,
  parseOrderSearch,
} from "#server/orders/lists/order-search.ts";
import type { OrdersPage } from "#server/orders/lists/search-orders.server.ts";
import { OrdersTable } from "./orders-table.tsx";
import { SelectedOrders } from "./selected-orders.tsx";

const sortLabels: Record<OrderSort, string> = {
  newest: "Newest first",
  oldest: "Oldest first",
  highest: "Highest total first",
  lowest: "Lowest total first",
};

interface AllOrdersProps {
  first: OrdersPage;
  loadedAt: number;
  answer: RefusedForm | undefined;
  /** The dialog over these orders. */
  children: (orders: readonly PackingOrder[]) => ReactNode;
}

/** Every order there is, by text, status and days, a page at a time; what is asked for is in the address. */
export function AllOrders({ first, loadedAt, answer, children }: AllOrdersProps) {
  const [parameters] = useSearchParams();
  const search = parseOrderSearch(parameters);
  const { pathname } = useLocation();
  const utils = trpc.useUtils();
  const isLoading = useShownWhilePending(useNavigation().state === "loading");
  const list = trpc.orders.search.useQuery(search, {
    initialData: first,
    initialDataUpdatedAt: loadedAt,
  });
  const { data } = list;
  const isNarrowed = orderSearchParameters(search).size > 0;
  return (
    <StaffPanel
      id="all-orders"
      title="All orders"
      note={<span role="status">{data.needs === null && countLine(data)}</span>}
      list={list}
      onRefresh={() => void utils.orders.invalidate()}
      actions={
        <>
          {data.needs === null && (
            <DownloadCsv
              may="orders.export"
              href={`/admin/orders.csv?${orderSearchParameters({ ...search, after: undefined, before: undefined })}`}
            />
          )}
          <ButtonLink to={`${pathname}?tab=orders`} variant="secondary" size="small" preventScrollReset>
            Recent orders
          </ButtonLink>
        </>
      }
      search={<SearchForm search={search} pathname={pathname} />}
      what="the orders"
    >
      {data.orders.length === 0 ? (
        <NoOrders needs={data.needs} isNarrowed={isNarrowed} everything={addressOf(pathname, {})} />
      ) : (
        <div aria-busy={isLoading} className={classNames("grid gap-3", isLoading && "opacity-60")}>
          <SelectedOrders answer={answer} />
          <OrdersTable caption="All orders that match" orders={data.orders} sort={search.sort} />
        </div>
      )}
      <Pager search={search} page={data} pathname={pathname} />
      {children(data.orders)}
    </StaffPanel>
  );
}

interface NoOrdersProps {
  /** What the search still needs before it is worth asking the database. */
  needs: OrdersPage["needs"];
  isNarrowed: boolean;
  /** Where everything is shown again. */
  everything: string;
}

function NoOrders({ needs, isNarrowed, everything }: NoOrdersProps) {
  if (!isNarrowed) {
    return (
      <EmptyState title="No orders yet" headingLevel={3}>
        Every order stands here from the moment it is paid, whether it came from the shop, from a script or
        from the counter. Find one by its number, a name or an email, and open it to dispatch, refund or
        cancel it.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={needs ? "Type a little more" : "No orders found"}
      headingLevel={3}
      action={
        <ButtonLink to={everything} variant="secondary" preventScrollReset>
          Clear the search
        </ButtonLink>
      }
    >
      {needs ??
        "No order matches what you asked for. Try fewer letters of the name or town, the last six digits of the telephone number, the first part of the postcode, or more days."}
    </EmptyState>
  );
}

interface SearchProps {
  search: OrderSearch;
  /** The screen that the orders are on. */
  pathname: string;
}

function SearchForm({ search, pathname }: SearchProps) {
  const { status, from, to, sort } = search;
  const seesTotals = useMay("orders.viewMoney");
  const sorts = orderSorts.filter((each) => seesTotals || !isSortByTotal(each));
  return (
    <Form
      // A changed address fills the fields anew.
      key={orderSearchParameters({ ...search, after: undefined, before: undefined }).toString()}
      method="get"
      action={pathname}
      role="search"
      aria-label="Orders"
      preventScrollReset
      className="group grid grid-cols-[minmax(0,1fr)_auto] items-end gap-x-3 gap-y-2 lg:grid-cols-[minmax(12rem,1fr)_auto_auto_auto_auto_auto_auto]"
    >
      <input type="hidden" name="tab" value="orders" />
      <input type="hidden" name="view" value="all" />
      <TextField
        label="Name, email or number"
        placeholder="or phone, postcode, town, product"
        name="search"
        type="search"
        defaultValue={search.search}
        maxLength={254}
        data-key="filter"
      />
      <SearchOfPhone />
      <Narrowing
        label="Filter and sort"
        open={status !== "" || sort !== "newest" || from !== "" || to !== ""}
      >
        <SelectField
          label="Status"
          name="status"
          defaultValue={status}
          options={[
            { value: "", label: "Any" },
            ...orderStates
              .filter((each) => seesTotals || each !== "refunded")
              .map((each) => ({ value: each, label: each[0]?.toUpperCase() + each.slice(1) })),
          ]}
        />
        <SelectField
          label="Sort"
          name="sort"
          defaultValue={sort}
          options={sorts.map((each) => ({ value: each, label: sortLabels[each] }))}
        />
        <TextField label="From" name="from" type="date" defaultValue={from} />
        <TextField label="To" name="to" type="date" defaultValue={to} />
        <Button className="max-lg:col-span-2">
          <Search aria-hidden className="size-4" /> Search
        </Button>
      </Narrowing>
      {orderSearchParameters(search).size > 0 && (
        <Link
          to={addressOf(pathname, {})}
          preventScrollReset
          className="inline-flex min-h-11 items-center text-sm underline max-lg:col-span-2"
        >
          Clear
        </Link>
      )}
    </Form>
  );
}

function Pager({ search, pathname, page }: SearchProps & { page: OrdersPage }) {
  if (page.previous === null && page.next === null) return null;
  const buttonStyle = buttonClass({ variant: "secondary", size: "small" });
  const { after: _after, before: _before, ...filters } = search;
  return (
    <nav aria-label="Orders: pages" className="flex items-center justify-center gap-4 py-2">
      {page.previous !== null && (
        <Link
          to={addressOf(pathname, { ...filters, before: page.previous })}
          rel="prev"
          className={buttonStyle}
        >
          Previous
        </Link>
      )}
      {page.next !== null && (
        <Link to={addressOf(pathname, { ...filters, after: page.next })} rel="next" className={buttonStyle}>
          Next
        </Link>
      )}
    </nav>
  );
}

function countLine({ total, orders }: OrdersPage): string {
  if (total === null)
    return orders.length === 1 ? "1 order on this page" : `${orders.length} orders on this page`;
  return total === 1 ? "1 order" : `${displayCount(total)} orders`;
}

function addressOf(pathname: string, search: Partial<OrderSearch>): string {
  const parameters = orderSearchParameters(search);
  return `${pathname}?tab=orders&view=all${parameters.size > 0 ? `&${parameters}` : ""}`;
}
