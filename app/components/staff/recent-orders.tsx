import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { trpc } from "#app/lib/trpc.ts";
import type { OrderView } from "#server/orders/order-view.ts";
import { OrdersTable } from "./orders-table.tsx";
import { RefreshButton } from "./refresh-button.tsx";
import { RefreshRefused } from "./refresh-refused.tsx";

interface RecentOrdersProps {
  first: OrderView[];
  loadedAt: number;
  /** The dialog over these orders. */
  children: (orders: OrderView[]) => ReactNode;
}

/** The newest orders (spec section 9: ten). */
export function RecentOrders({ first, loadedAt, children }: RecentOrdersProps) {
  const utils = trpc.useUtils();
  const { pathname } = useLocation();
  const { data, error, dataUpdatedAt, isFetching } = trpc.orders.recent.useQuery(undefined, {
    initialData: first,
    initialDataUpdatedAt: loadedAt,
  });
  return (
    <section aria-labelledby="recent-orders" className="grid gap-4">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="recent-orders" className="text-xl">
          Recent Orders
        </h2>
        <div className="flex flex-wrap items-center gap-3">
          <RefreshButton
            updatedAt={dataUpdatedAt}
            refreshing={isFetching}
            onRefresh={() => utils.orders.invalidate()}
          />
          <ButtonLink
            to={`${pathname}?tab=orders&view=all`}
            variant="secondary"
            size="small"
            preventScrollReset
          >
            All orders
          </ButtonLink>
        </div>
      </header>
      <RefreshRefused what="the orders" error={error} />
      {data.length === 0 ? (
        <EmptyState title="No orders yet" headingLevel={3}>
          The first order will appear here as soon as it is paid.
        </EmptyState>
      ) : (
        <OrdersTable caption="The newest orders" orders={data} />
      )}
      {children(data)}
    </section>
  );
}
