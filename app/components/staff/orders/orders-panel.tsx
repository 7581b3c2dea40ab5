import { useLocation, useSearchParams } from "@remix-run/react";
import {
  type DashboardPanelProps,
  idIn,
  NoSuchRow,
  type OpenedRow,
} from "#app/components/staff/dashboard-tab.tsx";
import type { OrderView, PackingOrder } from "#server/orders/order-views.server.ts";
import type { OrdersPage } from "#server/orders/search-orders.server.ts";
import type { PackingDetails, StaffOrder } from "#server/orders/staff-order-view.server.ts";
import { AllOrders } from "./all-orders.tsx";
import { OrderDialog } from "./order-dialog.tsx";
import { RecentOrders } from "./recent-orders.tsx";

/** What the tab shows first: the newest orders, or with `?view=all` a page of all of them. */
type OrdersFirst = OpenedRow<StaffOrder | PackingDetails> &
  ({ view: "recent"; recent: OrderView[] | PackingOrder[] } | { view: "all"; found: OrdersPage });

/** The orders before and after one in what is shown of the list. */
function besideIn(orders: readonly PackingOrder[], id: number | null) {
  const at = orders.findIndex((order) => order.id === id);
  return at < 0 ? {} : { previous: orders[at - 1], next: orders[at + 1] };
}

/** The Orders tab: the newest orders or all of them, and one of them in full when the address says `?order=`. */
export function OrdersPanel({ first, loadedAt }: DashboardPanelProps<OrdersFirst>) {
  const { shown } = first;
  const [search, setSearch] = useSearchParams();
  const { pathname } = useLocation();
  const asked = idIn(search, "order");
  const missing = asked === first.missing ? asked : null;
  const orderId = missing === null ? asked : null;
  // A copy: where the question about what was typed holds the address back, the dialog stays open.
  const closed = new URLSearchParams(search);
  closed.delete("order");
  const close = () => setSearch(closed, { preventScrollReset: true });
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
      <NoSuchRow what="order" missing={missing} list={`${pathname}?${closed}`} />
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
