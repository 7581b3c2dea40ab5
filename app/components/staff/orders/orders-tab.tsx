import { dashboardTab } from "#app/components/staff/dashboard-tab.tsx";
import { parseOrderSearch } from "#server/orders/lists/order-search.ts";
import { OrdersPanel } from "./orders-panel.tsx";

/** The orders, on the dashboard and on the shop manager's screen. */
export const ordersTab = dashboardTab({
  key: "orders",
  label: "Orders",
  permission: "orders.view",
  load: async ({ caller, search }) => {
    const order = Number(search.get("order"));
    const isOpen = Number.isInteger(order) && order > 0;
    const shown = isOpen ? await caller.orders.details({ id: order }) : null;
    return search.get("view") === "all"
      ? { view: "all" as const, found: await caller.orders.search(parseOrderSearch(search)), shown }
      : { view: "recent" as const, recent: await caller.orders.recent(), shown };
  },
  Panel: OrdersPanel,
});
