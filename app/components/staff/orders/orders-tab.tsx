import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import {
  asLoaded,
  type DashboardPanelProps,
  dashboardTab,
  NoSuchRow,
  type OpenedRow,
  openedRow,
  useOpened,
} from "#app/components/staff/dashboard-tab.tsx";
import { StaffPanel } from "#app/components/staff/staff-panel.tsx";
import { SmallButtonLink } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { trpc } from "#app/lib/trpc.ts";
import { orderList } from "#server/orders/order-search.ts";
import type { OrderView, PackingOrder } from "#server/orders/order-views.server.ts";
import type { OrdersPage } from "#server/orders/search-orders.server.ts";
import type { PackingDetails, StaffOrder } from "#server/orders/staff-order-view.server.ts";
import { AllOrders } from "./all-orders.tsx";
import { OrderDialog } from "./order-dialog.tsx";
import { OrdersTable, SelectedOrders } from "./orders-table.tsx";

export const ordersTab = dashboardTab({
  key: "orders",
  label: "Orders",
  permission: "orders.view",
  load: async ({ caller, search }) => {
    const opened = await openedRow(search, "order", (id) => caller.orders.details({ id }));
    return search.get("view") === "all"
      ? { view: "all" as const, found: await caller.orders.search(orderList.read(search)), ...opened }
      : { view: "recent" as const, recent: await caller.orders.recent(), ...opened };
  },
  Panel: OrdersPanel,
});

/** What the tab shows first: the newest orders, or with `?view=all` a page of all of them. */
type OrdersFirst = OpenedRow<StaffOrder | PackingDetails> &
  ({ view: "recent"; recent: OrderView[] | PackingOrder[] } | { view: "all"; found: OrdersPage });

/** The orders before and after one in what is shown of the list. */
function besideIn(orders: readonly PackingOrder[], id: number | null) {
  const at = orders.findIndex((order) => order.id === id);
  return at < 0 ? {} : { previous: orders[at - 1], next: orders[at + 1] };
}

/** The Orders tab: the newest orders or all of them, and one of them in full when the address says `?order=`. */
function OrdersPanel({ first, loadedAt }: DashboardPanelProps<OrdersFirst>) {
  const { shown } = first;
  const { id: orderId, missing, close } = useOpened("order", first);
  const dialog = (orders: readonly PackingOrder[]) => (
    <OrderDialog
      orderId={orderId}
      known={orders.find(({ id }) => id === orderId) ?? (shown?.id === orderId ? shown : undefined)}
      loaded={shown}
      beside={besideIn(orders, orderId)}
      onClose={close}
    />
  );
  return (
    <>
      <NoSuchRow what="order" missing={missing} name="order" />
      {first.view === "all" ? (
        <AllOrders first={first.found} loadedAt={loadedAt}>
          {dialog}
        </AllOrders>
      ) : (
        <RecentOrders first={first.recent} loadedAt={loadedAt}>
          {dialog}
        </RecentOrders>
      )}
    </>
  );
}

interface RecentOrdersProps {
  first: OrderView[] | PackingOrder[];
  loadedAt: number;
  children: (orders: readonly PackingOrder[]) => ReactNode;
}

function RecentOrders({ first, loadedAt, children }: RecentOrdersProps) {
  const { pathname } = useLocation();
  const list = trpc.orders.recent.useQuery(undefined, asLoaded(first, loadedAt));
  return (
    <StaffPanel
      id="recent-orders"
      title="Recent orders"
      list={list}
      actions={
        <SmallButtonLink to={`${pathname}?tab=orders&view=all`} preventScrollReset>
          All orders
        </SmallButtonLink>
      }
      what="the orders"
    >
      {list.data.length === 0 ? (
        <EmptyState title="No orders yet" headingLevel={3}>
          The first order will appear here as soon as it is paid.
        </EmptyState>
      ) : (
        <>
          <SelectedOrders />
          <OrdersTable caption="The newest orders" orders={list.data} />
        </>
      )}
      {children(list.data)}
    </StaffPanel>
  );
}
