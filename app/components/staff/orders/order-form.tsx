import { ChevronDown } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import type { z } from "zod";
import type { KeyMark } from "#app/components/staff/frame/register.ts";
import { CommandForm } from "#app/components/staff/kit/command-form.tsx";
import { classNames } from "#app/components/ui/class-names.ts";
import { TextField } from "#app/components/ui/fields.tsx";
import { useMay } from "#app/lib/use-may.ts";
import type { CommandDefinition } from "#server/commands/command.ts";
import { orderCommands } from "#server/orders/order-commands.ts";
import type { PackingDetails, StaffOrder } from "#server/orders/staff-order-view.server.ts";

/** `order` is what the form needs of it: `StaffOrder` where money has a part. */
export interface OrderFormProps<Order extends PackingDetails = StaffOrder> {
  order: Order;
}

interface OrderFormFrameProps<Result> {
  /** What the disclosure says while it is closed. */
  title: string;
  command: CommandDefinition<z.ZodType, Result>;
  order: Pick<PackingDetails, "id" | "status">;
  /** There is nothing to do any more: it goes, but not while it has something to say. Who was second must be told. */
  isOver?: boolean;
  hidden?: Record<string, string | number>;
  button: string;
  danger?: boolean;
  children: ReactNode;
  onDone?: () => void;
}

/** The key that opens a form of an order. */
const keyMarks: Record<string, KeyMark> = {
  [orderCommands.dispatch.name]: "dispatch",
  [orderCommands.markReady.name]: "dispatch",
  [orderCommands.handOver.name]: "dispatch",
  [orderCommands.refund.name]: "refund",
};

const NOTE_HINT = "Goes on the timeline, which the customer can read.";

/** A note to what is done with an order, and what is said around its hint. */
export function NoteField({ before = "", after = "" }) {
  const hint = [before, NOTE_HINT, after].filter(Boolean).join(" ");
  return <TextField label="Note" field="note" hint={hint} />;
}

/** One thing to do with an order, for anyone who may: opens in place, and is folded once it is done. */
export function OrderForm<Result>(props: OrderFormFrameProps<Result>) {
  const { title, command, order, isOver = false, hidden, button, danger = false, children, onDone } = props;
  const [open, setOpen] = useState(false);
  const [isRefused, setRefused] = useState(false);
  const summary = useRef<HTMLElement>(null);
  const mayDo = useMay(command.permission);
  if (!mayDo || (isOver && !isRefused)) return null;
  return (
    <details
      open={open}
      data-key={keyMarks[command.name]}
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
      <CommandForm
        command={command}
        hidden={{ orderId: order.id, from: order.status, ...hidden }}
        button={button}
        look={danger ? "danger" : "primary"}
        className="grid gap-4 px-4 pt-1 pb-4"
        onRefused={() => setRefused(true)}
        onDone={() => {
          setRefused(false);
          setOpen(false);
          // The button that had the focus is folded away.
          summary.current?.focus();
          onDone?.();
        }}
      >
        {children}
      </CommandForm>
    </details>
  );
}
