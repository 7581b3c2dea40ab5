import { Link, useLocation, useNavigation, useSearchParams } from "@remix-run/react";
import { Fragment, type ReactNode } from "react";
import {
  missingRow,
  NoSuchRow,
  type PanelProps,
  type StaffTab,
  useOpened,
} from "#app/components/staff/dashboard-tab.tsx";
import { capitalised, Filter, StaffList, useAsked } from "#app/components/staff/kit/staff-list.tsx";
import { Answer } from "#app/components/staff/staff-panel.tsx";
import { classNames } from "#app/components/ui/class-names.ts";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { SelectField, TextField } from "#app/components/ui/fields.tsx";
import { SmallButtonLink } from "#app/components/ui/small-actions.tsx";
import { displayCount } from "#app/lib/display.ts";
import { trpc } from "#app/lib/trpc.ts";
import { useShownWhilePending } from "#app/lib/use-delayed.ts";
import { useMay } from "#app/lib/use-may.ts";
import { shopDay } from "#server/core/shop-time.ts";
import {
  isSortByTotal,
  type OrderSearch,
  type OrderSort,
  orderList,
  orderSorts,
  orderStates,
} from "#server/orders/order-search.ts";
import type { PackingOrder } from "#server/orders/order-views.server.ts";
import type { OrdersPage } from "#server/orders/search-orders.server.ts";
import { OrderDetails, OrdersBeside } from "./order-details.tsx";
import { OrderWork } from "./order-work.tsx";
import { OrdersTable, SelectedOrders, useOrderPage } from "./orders-table.tsx";

export const ordersTab: StaffTab = {
  key: "orders",
  load: ({ queries: { orders }, search }) =>
    showsAll(search) ? orders.search.fetch(orderList.read(search)) : orders.recent.fetch(),
  open: ({ queries, search }) => missingRow(search, "order", (id) => queries.orders.details.fetch({ id })),
  Panel: OrdersPanel,
};

/** The tab shows the newest orders, or with `?view=all` a page of all of them. */
function showsAll(search: URLSearchParams): boolean {
  return search.get("view") === "all";
}

/** The orders before and after one in what is shown of the list. */
function besideIn(orders: readonly PackingOrder[], id: number | null) {
  const at = orders.findIndex((order) => order.id === id);
  return at < 0 ? {} : { previous: orders[at - 1], next: orders[at + 1] };
}

/** The Orders tab: the newest orders or all of them, and one of them in full when the address says `?order=`. */
function OrdersPanel(props: PanelProps) {
  const [search] = useSearchParams();
  const { id: orderId, missing, close } = useOpened("order", props);
  const List = showsAll(search) ? AllOrders : RecentOrders;
  const dialog = (orders: readonly PackingOrder[]) => (
    <OrderDialog
      orderId={orderId}
      known={orders.find(({ id }) => id === orderId)}
      beside={besideIn(orders, orderId)}
      onClose={close}
    />
  );
  return (
    <>
      <NoSuchRow what="order" missing={missing} name="order" />
      <List>{dialog}</List>
    </>
  );
}

interface OrderListProps {
  children: (orders: readonly PackingOrder[]) => ReactNode;
}

function RecentOrders({ children }: OrderListProps) {
  const { pathname } = useLocation();
  const [orders, list] = trpc.orders.recent.useSuspenseQuery();
  return (
    <>
      <StaffList
        id="recent-orders"
        title="Recent orders"
        what="orders"
        list={list}
        actions={
          <SmallButtonLink to={`${pathname}?tab=orders&view=all`} preventScrollReset>
            All orders
          </SmallButtonLink>
        }
        count={orders.length}
        none={{
          title: "No orders yet",
          text: "The first order will appear here as soon as it is paid.",
        }}
      >
        <SelectedOrders />
        <OrdersTable caption="The newest orders" orders={orders} />
      </StaffList>
      {children(orders)}
    </>
  );
}

const sortLabels: Record<OrderSort, string> = {
  newest: "Newest first",
  oldest: "Oldest first",
  highest: "Highest total first",
  lowest: "Lowest total first",
};

/** Every order there is, by text, status and days, a page at a time; what is asked for is in the address. */
function AllOrders({ children }: OrderListProps) {
  const { asked, pathname } = useAsked(orderList);
  const isLoading = useShownWhilePending(useNavigation().state === "loading");
  const [found, list] = trpc.orders.search.useSuspenseQuery(asked);
  const { orders, needs, next, previous } = found;
  return (
    <>
      <StaffList
        id="all-orders"
        title="All orders"
        note={<span role="status">{needs === null && countLine(found)}</span>}
        what="orders"
        query={orderList}
        list={list}
        {...(needs === null ? { file: { may: "orders.export", address: "/admin/orders.csv" } } : {})}
        actions={
          <SmallButtonLink to={`${pathname}?tab=orders`} preventScrollReset>
            Recent orders
          </SmallButtonLink>
        }
        text={{
          label: "Name, email or number",
          placeholder: "or phone, postcode, town, product",
          maxLength: 254,
        }}
        filters={<Filters asked={asked} />}
        count={orders.length}
        none={{
          title: "No orders yet",
          text: "Every order stands here from the moment it is paid, whether it came from the shop, from a script or from the counter. Find one by its number, a name or an email, and open it to dispatch, refund or cancel it.",
        }}
        noneFound={{
          title: needs ? "Type a little more" : "No orders found",
          text:
            needs ??
            "No order matches what you asked for. Try fewer letters of the name or town, the last six digits of the telephone number, the first part of the postcode, or more days.",
        }}
        next={next}
        previous={previous}
      >
        <div aria-busy={isLoading} className={classNames("grid gap-3", isLoading && "opacity-60")}>
          <SelectedOrders />
          <OrdersTable caption="All orders that match" orders={orders} sort={asked.sort} />
        </div>
      </StaffList>
      {children(orders)}
    </>
  );
}

function Filters({ asked: { from, to, sort } }: { asked: OrderSearch }) {
  const seesTotals = useMay("orders.viewMoney");
  const sorts = orderSorts.filter((each) => seesTotals || !isSortByTotal(each));
  return (
    <>
      <Filter
        label="Status"
        name="status"
        all="Any"
        of={orderStates.filter((each) => seesTotals || each !== "refunded")}
        optionLabels={capitalised}
      />
      <SelectField
        label="Sort"
        name="sort"
        defaultValue={sort}
        options={sorts.map((each) => ({ value: each, label: sortLabels[each] }))}
      />
      <TextField label="From" name="from" type="date" defaultValue={from} />
      <TextField label="To" name="to" type="date" defaultValue={to} />
    </>
  );
}

function countLine({ total, orders }: OrdersPage): string {
  if (total === null)
    return orders.length === 1 ? "1 order on this page" : `${orders.length} orders on this page`;
  return total === 1 ? "1 order" : `${displayCount(total)} orders`;
}

/** Links to what is asked of the orders again and again. */
export function OrderViews() {
  const { pathname } = useLocation();
  const [parameters] = useSearchParams();
  const seesMoney = useMay("orders.viewMoney");
  const today = shopDay(new Date());
  const shown = orderList.write({
    ...orderList.read(parameters),
    after: undefined,
    before: undefined,
  });
  const views = [
    { name: "To dispatch", search: { status: "processing" } },
    { name: "Today", search: { from: today, to: today } },
    ...(seesMoney ? [{ name: "Refunded", search: { status: "refunded" } }] : []),
  ].map(({ name, search }) => ({ name, query: new URLSearchParams(Object.entries(search)).toString() }));
  return (
    <ul aria-label="Views" className="flex flex-wrap gap-1.5">
      {views.map(({ name, query }) => (
        <li key={name}>
          <Link
            to={`${pathname}?tab=orders&view=all&${query}`}
            aria-current={query === shown.toString() ? "true" : undefined}
            preventScrollReset
            className={classNames(
              "inline-flex min-h-9 items-center rounded-full border px-3 text-sm no-underline",
              query === shown.toString()
                ? "border-moss bg-moss text-on-moss"
                : "border-line text-ink-soft hover:bg-sunken hover:text-ink",
            )}
          >
            {name}
          </Link>
        </li>
      ))}
    </ul>
  );
}

interface OrderDialogProps {
  /** Which order is shown; null while the dialog is closed. */
  orderId: number | null;
  /** The order, when the page has it already: then nothing is asked of the server. */
  known: PackingOrder | undefined;
  beside: { previous?: PackingOrder | undefined; next?: PackingOrder | undefined };
  onClose: () => void;
}

/** One order in a modal dialog. It stays in the page while closed, so that it can give the focus back. */
function OrderDialog({ orderId, known, beside, onClose }: OrderDialogProps) {
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const query = trpc.orders.details.useQuery({ id: orderId ?? 0 }, { enabled: orderId !== null });
  const order = query.data ?? known;
  const page = useOrderPage(orderId ?? 0);
  const addressOf = (id: number) => {
    const parameters = new URLSearchParams(search);
    parameters.set("order", String(id));
    return `${pathname}?${parameters}`;
  };
  return (
    <Dialog open={orderId !== null} onClose={onClose} title={`Order ${order?.invoiceNumber ?? "details"}`}>
      <div className="mb-4 empty:hidden">
        <OrdersBeside {...beside} {...{ addressOf }} replace preventScrollReset />
      </div>
      {orderId !== null && (
        <Fragment key={orderId}>
          {/* What the list knows at once; what can be done with the order as soon as its history is there. */}
          {order && <OrderDetails order={order} page={page} />}
          <Answer query={query} what="the order">
            {(loadedOrder) => <OrderWork order={loadedOrder} />}
          </Answer>
        </Fragment>
      )}
    </Dialog>
  );
}
