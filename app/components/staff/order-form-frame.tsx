import { useLocation, useSearchParams } from "@remix-run/react";
import { ChevronDown } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { classNames } from "#app/components/ui/class-names.ts";
import { Notice } from "#app/components/ui/notice.tsx";
import { CheckedForm, type CheckedFormState } from "#app/lib/checked-form.tsx";
import type { RefusedForm } from "#server/commands/command.ts";
import type { PackingDetails, StaffOrder } from "#server/orders/lists/staff-order-view.ts";

/** `order` is what the form needs of it: `StaffOrder` where money has a part. */
export interface OrderFormProps<Order extends PackingDetails = StaffOrder> {
  order: Order;
  answer: RefusedForm | undefined;
}

interface OrderFormFrameProps {
  /** What the disclosure says while it is closed. */
  title: string;
  /** The command's name. */
  intent: string;
  order: Pick<PackingDetails, "id" | "status">;
  form: CheckedFormState;
  refusal: string | null;
  /** From the server, where there is no JavaScript. */
  cameBack: boolean;
  pending: boolean;
  button: string;
  danger?: boolean;
  children?: ReactNode;
}

/** One thing to do with an order: opens in place, and posts as a plain form where there is no JavaScript. */
export function OrderFormFrame(props: OrderFormFrameProps) {
  const { title, intent, order, form, refusal, cameBack, pending, button, danger = false, children } = props;
  // A form that came back from the server is open at once; from then on it is the person who opens and closes it.
  const [open, setOpen] = useState(refusal !== null || cameBack);
  // Without JavaScript the answer comes back to the same list, with the same order open.
  const { pathname } = useLocation();
  const [here] = useSearchParams({ tab: "orders", order: String(order.id) });
  return (
    <details
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="rounded-lg border border-line open:bg-sunken/40"
    >
      <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-3 px-4 font-medium">
        {title}
        <ChevronDown aria-hidden className={classNames("size-4", open && "rotate-180")} />
      </summary>
      <CheckedForm form={form} action={`${pathname}?${here}`} className="grid gap-4 px-4 pt-1 pb-4">
        <input type="hidden" name="intent" value={intent} />
        <input type="hidden" name="orderId" value={order.id} />
        <input type="hidden" name="from" value={order.status} />
        {refusal && <Notice tone="error" title={refusal} />}
        {children}
        <Button variant={danger ? "danger" : "primary"} size="small" pending={pending} className="w-fit">
          {button}
        </Button>
      </CheckedForm>
    </details>
  );
}
