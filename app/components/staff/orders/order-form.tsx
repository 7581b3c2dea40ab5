import { useLocation, useSearchParams } from "@remix-run/react";
import { ChevronDown } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { z } from "zod";
import { showDone } from "#app/components/staff/form-texts.ts";
import type { KeyMark } from "#app/components/staff/keys/register.ts";
import { Button } from "#app/components/ui/button.tsx";
import { classNames } from "#app/components/ui/class-names.ts";
import { Notice } from "#app/components/ui/notice.tsx";
import { CheckedForm, type CheckedFormState, useCheckedForm } from "#app/lib/forms/checked-form.tsx";
import { serverMessage, trpc } from "#app/lib/trpc.ts";
import type { CommandDefinition, RefusedForm } from "#server/commands/command.ts";
import { fieldRulesOf } from "#server/http/field-rules.ts";
import type { PackingDetails, StaffOrder } from "#server/orders/lists/find-staff-order.server.ts";
import { isOrderPage } from "#server/orders/lists/order-path.ts";
import { orderCommands } from "#server/orders/order-commands.ts";

interface Sent {
  isPending: boolean;
  error: unknown;
}

/**
 * A form of an order: checked in the browser by the server's own schema, sent over tRPC by `send`, and left
 * alone to post itself without JavaScript. `came` is what was sent where it comes back, `frame` is for its OrderFormFrame.
 */
export function useOrderForm<Value extends object>(options: {
  command: CommandDefinition<z.ZodType<Value>>;
  sent: Sent;
  /** `done` empties the form. */
  send: (value: Value, done: { onSuccess: () => void }) => void;
  answer: RefusedForm | undefined;
}) {
  const { sent, send } = options;
  const { name: intent, input: schema } = options.command;
  const answer = options.answer?.intent === intent ? options.answer : undefined;
  const [form, fields] = useCheckedForm({
    lastResult: answer?.result,
    rules: fieldRulesOf(schema),
    schema,
    send: (value: Value) =>
      send(value, {
        onSuccess: () => {
          form.ref.current?.reset();
          setDone((times) => times + 1);
        },
      }),
  });
  const [done, setDone] = useState(0);
  const refusal = sent.error
    ? serverMessage(sent.error, "The server did not answer. Please try again.")
    : (answer?.refusal ?? null);
  return {
    fields,
    refusal,
    came: answer?.result.initialValue,
    frame: { intent, form, refusal, cameBack: answer !== undefined, pending: sent.isPending, done },
  };
}

/** The procedure of a command that answers with the order. */
interface OrderProcedure<Value> {
  useMutation(options: ReturnType<typeof useOrderChange>): Sent & {
    mutate: (value: Value, done: { onSuccess: () => void }) => void;
  };
}

/** `useOrderForm` for a command that answers with the order, sent to its procedure. */
export function useOrderChangeForm<Value extends object>(
  command: CommandDefinition<z.ZodType<Value>, StaffOrder | PackingDetails>,
  procedure: OrderProcedure<Value>,
  answer: RefusedForm | undefined,
) {
  const mutation = procedure.useMutation(useOrderChange(command));
  return useOrderForm({ command, sent: mutation, send: mutation.mutate, answer });
}

/** What follows a change of an order: everything shown is brought up to date, and a toast says so. */
export function useOrderChange(command: CommandDefinition<z.ZodType, StaffOrder | PackingDetails>) {
  const utils = trpc.useUtils();
  return {
    onSuccess: (order: StaffOrder | PackingDetails) => {
      utils.orders.details.setData({ id: order.id }, order);
      void utils.orders.recent.invalidate();
      void utils.orders.search.invalidate();
      void utils.orders.totals.invalidate();
      showDone(command, order);
    },
    // It may have been refused because somebody else was faster.
    onError: () => void utils.orders.invalidate(),
  };
}

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
  /** How often it was done over tRPC: each time the form is folded. */
  done: number;
  button: string;
  danger?: boolean;
  children?: ReactNode;
}

/** Without JavaScript the answer comes back to where the order is open: its own page, or the list that it is open over. */
export function useFormAddress(orderId: number): string {
  const { pathname, search } = useLocation();
  const [overList] = useSearchParams({ tab: "orders", order: String(orderId) });
  return isOrderPage(pathname) ? pathname + search : `${pathname}?${overList}`;
}

/** The key that opens a form of an order. */
const keyMarks: Record<string, KeyMark> = {
  [orderCommands.dispatch.name]: "dispatch",
  [orderCommands.markReady.name]: "dispatch",
  [orderCommands.handOver.name]: "dispatch",
  [orderCommands.refund.name]: "refund",
};

export const NOTE_HINT = "Goes on the timeline, which the customer can read.";

/** One thing to do with an order: opens in place, and posts as a plain form where there is no JavaScript. */
export function OrderFormFrame(props: OrderFormFrameProps) {
  const {
    title,
    intent,
    order,
    form,
    refusal,
    cameBack,
    pending,
    done,
    button,
    danger = false,
    children,
  } = props;
  // A form that came back from the server is open at once; from then on it is the person who opens and closes it.
  const [open, setOpen] = useState(refusal !== null || cameBack);
  const summary = useRef<HTMLElement>(null);
  useEffect(() => {
    if (done === 0) return;
    setOpen(false);
    // The button that had the focus is folded away.
    summary.current?.focus();
  }, [done]);
  const address = useFormAddress(order.id);
  return (
    <details
      open={open}
      data-key={keyMarks[intent]}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="rounded-lg border border-line open:bg-sunken/40"
    >
      <summary
        ref={summary}
        className="flex min-h-11 cursor-pointer items-center justify-between gap-3 px-4 font-medium"
      >
        {title}
        <ChevronDown aria-hidden className={classNames("size-4", open && "rotate-180")} />
      </summary>
      <CheckedForm form={form} action={address} className="grid gap-4 px-4 pt-1 pb-4">
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
