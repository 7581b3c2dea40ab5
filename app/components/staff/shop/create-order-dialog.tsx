import { Dialog } from "#app/components/ui/dialog.tsx";
import { CreateOrderForm, type ShopRules } from "./create-order-form.tsx";

interface CreateOrderDialogProps {
  open: boolean;
  rules: ShopRules;
  onClose: () => void;
  onCreated: (orderId: number) => void;
}

/** Takes an order for a customer. What is typed is asked about before it is thrown away. */
export function CreateOrderDialog({ open, onClose, ...rest }: CreateOrderDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Create Order" className="md:w-[min(52rem,calc(100vw-2rem))]">
      {open && <CreateOrderForm onClose={onClose} {...rest} />}
    </Dialog>
  );
}
