import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { StaffPanel } from "#app/components/staff/staff-panel.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { trpc } from "#app/lib/trpc.ts";
import type { OrderView, PackingOrder } from "#server/orders/order-views.server.ts";
import { OrdersTable } from "./orders-table.tsx";
import { SelectedOrders } from "./selected-orders.tsx";

interface RecentOrdersProps {
  first: OrderView[] | PackingOrder[];
  loadedAt: number;
  /** The dialog over these orders. */
  children: (orders: readonly PackingOrder[]) => ReactNode;
}

/** The ten newest orders. */
export function RecentOrders({ first, loadedAt, children }: RecentOrdersProps) {
  const utils = trpc.useUtils();
  const { pathname } = useLocation();
  const list = trpc.orders.recent.useQuery(undefined, {
    initialData: first,
    initialDataUpdatedAt: loadedAt,
  });
  return (
    <StaffPanel
      id="recent-orders"
      title="Recent orders"
      list={list}
      onRefresh={() => void utils.orders.invalidate()}
      actions={
        <ButtonLink
          to={`${pathname}?tab=orders&view=all`}
          variant="secondary"
          size="small"
          preventScrollReset
        >
          All orders
        </ButtonLink>
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
