import { Link, useSearchParams } from "@remix-run/react";
import { Notice } from "#app/components/ui/notice.tsx";
import { serverMessage, trpc } from "#app/lib/trpc.ts";
import type { OrderView } from "#server/orders/order-view.ts";
import type { StaffOrder } from "#server/orders/staff-order-view.ts";
import { OrderDetails } from "./order-details.tsx";
import { OrderDialog } from "./order-dialog.tsx";
import { OrderWork } from "./order-work.tsx";
import { RecentOrdersTable } from "./recent-orders-table.tsx";
import { RefreshButton } from "./refresh-button.tsx";
import type { OrderFormAnswer } from "./use-order-form.ts";

interface OrdersPanelProps {
  orders: OrderView[];
  /** The order that the address asks for, when the loader has read it. */
  shown: StaffOrder | null;
  /** A form of that order which came back, where there is no JavaScript. */
  answer: OrderFormAnswer | undefined;
  /** When the loader read the orders, in milliseconds. */
  loadedAt: number;
}

/** The Orders tab: the newest orders, and one of them in full when the address says `?order=`. */
export function OrdersPanel({ orders: firstOrders, shown, answer, loadedAt }: OrdersPanelProps) {
  const [search, setSearch] = useSearchParams();
  const utils = trpc.useUtils();
  const recent = trpc.orders.recent.useQuery(undefined, {
    initialData: firstOrders,
    initialDataUpdatedAt: loadedAt,
  });
  const orderId = orderIdIn(search);
  const known = recent.data.find(({ id }) => id === orderId) ?? (shown?.id === orderId ? shown : undefined);

  const close = () => {
    setSearch(
      (current) => {
        current.delete("order");
        return current;
      },
      { preventScrollReset: true },
    );
  };

  return (
    <section aria-labelledby="recent-orders" className="grid gap-4">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="recent-orders" className="text-xl">
          Recent Orders
        </h2>
        <RefreshButton
          tab="orders"
          updatedAt={recent.dataUpdatedAt}
          refreshing={recent.isFetching}
          onRefresh={() => utils.orders.invalidate()}
        />
      </header>
      {recent.error && (
        <Notice tone="error" title="Could not refresh the orders">
          {serverMessage(recent.error, "What you see is from the time given above. Please try again.")}{" "}
          {recent.error.data?.httpStatus === 401 && (
            <Link to="/admin/login?next=/admin" className="underline">
              Admin Login
            </Link>
          )}
        </Notice>
      )}
      {shown && (
        <noscript>
          <article className="mb-4 rounded-xl border border-line bg-surface p-5">
            <h3 className="mb-4 text-lg">Order {shown.invoiceNumber}</h3>
            <OrderDetails order={shown} />
            <OrderWork order={shown} answer={answer} />
            <a href="/admin?tab=orders" className="mt-4 inline-block underline">
              Close the details
            </a>
          </article>
        </noscript>
      )}
      <RecentOrdersTable orders={recent.data} />
      <OrderDialog orderId={orderId} known={known} loaded={shown} onClose={close} />
    </section>
  );
}

function orderIdIn(search: URLSearchParams): number | null {
  const id = Number(search.get("order"));
  return Number.isInteger(id) && id > 0 ? id : null;
}
