import { dashboardTab, openedRow } from "#app/components/staff/dashboard-tab.tsx";
import { orderList } from "#server/orders/order-search.ts";
import { OrdersPanel } from "./orders-panel.tsx";

/** The orders, on the dashboard and on the shop manager's screen. */
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
