import { Dialog } from "#app/components/ui/dialog.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { SpinnerInPlace } from "#app/components/ui/spinner.tsx";
import { serverMessage, trpc } from "#app/lib/trpc.ts";
import type { PackingOrder } from "#server/orders/lists/order-view.ts";
import type { PackingDetails, StaffOrder } from "#server/orders/lists/staff-order-view.ts";
import { OrderDetails } from "./order-details.tsx";
import { OrderWork } from "./order-work.tsx";
import { useOrderPage } from "./use-order-page.ts";

interface OrderDialogProps {
  /** Which order is shown; null while the dialog is closed. */
  orderId: number | null;
  /** The order, when the page has it already: then nothing is asked of the server. */
  known: PackingOrder | undefined;
  /** The order with its history, when the page has read it already. */
  loaded: StaffOrder | PackingDetails | null;
  onClose: () => void;
}

/** One order in a modal dialog. It stays in the page while closed, so that it can give the focus back. */
export function OrderDialog({ orderId, known, loaded, onClose }: OrderDialogProps) {
  return (
    <Dialog open={orderId !== null} onClose={onClose} title={`Order ${known?.invoiceNumber ?? "details"}`}>
      {orderId !== null && (
        <OneOrder
          key={orderId}
          orderId={orderId}
          known={known}
          loaded={loaded?.id === orderId ? loaded : undefined}
        />
      )}
    </Dialog>
  );
}

interface OneOrderProps {
  orderId: number;
  known: PackingOrder | undefined;
  loaded: StaffOrder | PackingDetails | undefined;
}

/** What the page knows at once; what can be done with the order as soon as its history is there. */
function OneOrder({ orderId, known, loaded }: OneOrderProps) {
  const { data, error } = trpc.orders.details.useQuery({ id: orderId }, { initialData: loaded });
  const order = data ?? known;
  const page = useOrderPage(orderId);
  return (
    <>
      {order && <OrderDetails order={order} page={page} />}
      {data && <OrderWork order={data} answer={undefined} />}
      {!data && error && (
        <Notice tone="error" title="Could not load the order">
          {serverMessage(error, "Please try again.")}
        </Notice>
      )}
      {!data && !error && <SpinnerInPlace label="Loading the order" />}
    </>
  );
}
