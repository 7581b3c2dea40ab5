import { Dialog } from "#app/components/ui/dialog.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { Spinner } from "#app/components/ui/spinner.tsx";
import { serverMessage, trpc } from "#app/lib/trpc.ts";
import type { OrderView } from "#server/orders/order-view.ts";
import { OrderDetails } from "./order-details.tsx";

interface OrderDialogProps {
  /** Which order is shown; null while the dialog is closed. */
  orderId: number | null;
  /** The order, when the page has it already: then nothing is asked of the server. */
  known: OrderView | undefined;
  onClose: () => void;
}

/** One order in a modal dialog. It stays in the page while closed, so that it can give the focus back. */
export function OrderDialog({ orderId, known, onClose }: OrderDialogProps) {
  return (
    <Dialog open={orderId !== null} onClose={onClose} title={`Order ${known?.invoiceNumber ?? "details"}`}>
      {orderId !== null && <OneOrder orderId={orderId} known={known} />}
    </Dialog>
  );
}

function OneOrder({ orderId, known }: { orderId: number; known: OrderView | undefined }) {
  const { data, error } = trpc.orders.byId.useQuery({ id: orderId }, { initialData: known });
  if (data) return <OrderDetails order={data} />;
  if (error) {
    return (
      <Notice tone="error" title="Could not load the order">
        {serverMessage(error, "Please try again.")}
      </Notice>
    );
  }
  return (
    <p className="flex justify-center py-8">
      <Spinner label="Loading the order" />
    </p>
  );
}
