import { useLocation, useSearchParams } from "@remix-run/react";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { type ComponentProps, Fragment } from "react";
import { Answer } from "#app/components/staff/staff-panel.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { trpc } from "#app/lib/trpc.ts";
import type { PackingOrder } from "#server/orders/order-views.server.ts";
import { OrderDetails } from "./order-details.tsx";
import { OrderWork } from "./order-work.tsx";
import { useOrderPage } from "./orders-table.tsx";

interface OrderDialogProps {
  /** Which order is shown; null while the dialog is closed. */
  orderId: number | null;
  /** The order, when the page has it already: then nothing is asked of the server. */
  known: PackingOrder | undefined;
  beside: { previous?: PackingOrder | undefined; next?: PackingOrder | undefined };
  onClose: () => void;
}

/** One order in a modal dialog. It stays in the page while closed, so that it can give the focus back. */
export function OrderDialog({ orderId, known, beside, onClose }: OrderDialogProps) {
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

type Beside = { id: number; invoiceNumber: string } | null | undefined;

interface OrdersBesideProps
  extends Pick<ComponentProps<typeof ButtonLink>, "replace" | "preventScrollReset"> {
  previous?: Beside;
  next?: Beside;
  addressOf: (id: number) => string;
}

/** On to the order before or after one, without going back to the list. */
export function OrdersBeside({ previous, next, addressOf, ...link }: OrdersBesideProps) {
  if (!previous && !next) return null;
  const shared = { ...link, variant: "secondary", size: "small" } as const;
  return (
    <nav aria-label="Orders beside this one" className="flex gap-2">
      {previous && (
        <ButtonLink {...shared} to={addressOf(previous.id)} rel="prev" data-key="previous">
          <ChevronLeft aria-hidden className="size-4" /> Previous
          <span className="sr-only"> order, {previous.invoiceNumber}</span>
        </ButtonLink>
      )}
      {next && (
        <ButtonLink {...shared} to={addressOf(next.id)} rel="next" data-key="next">
          Next<span className="sr-only"> order, {next.invoiceNumber}</span>
          <ChevronRight aria-hidden className="size-4" />
        </ButtonLink>
      )}
    </nav>
  );
}
