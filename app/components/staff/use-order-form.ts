import { useForm } from "@conform-to/react";
import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import type { z } from "zod";
import { showToast } from "#app/lib/notice-toasts.tsx";
import { serverMessage, trpc } from "#app/lib/trpc.ts";
import type { CommandDefinition, RefusedForm } from "#server/commands/command.ts";
import type { PackingDetails, StaffOrder } from "#server/orders/lists/staff-order-view.ts";

interface Sent {
  isPending: boolean;
  error: unknown;
}

/**
 * A form of the order dialog: checked in the browser by the server's own schema, sent over tRPC by `send`, and left
 * alone to post itself without JavaScript. `came` is what was sent where it comes back, `frame` is for its OrderFormFrame.
 */
export function useOrderForm<Schema extends z.ZodType<object>>(options: {
  command: CommandDefinition<Schema>;
  sent: Sent;
  /** `done` empties the form. */
  send: (value: z.output<Schema>, done: { onSuccess: () => void }) => void;
  answer: RefusedForm | undefined;
}) {
  const { sent, send } = options;
  const { name: intent, input: schema } = options.command;
  const answer = options.answer?.intent === intent ? options.answer : undefined;
  const [form, fields] = useForm({
    lastResult: answer?.result,
    constraint: getZodConstraint(schema),
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseWithZod(formData, { schema }),
    onSubmit: (event, { formData }) => {
      event.preventDefault();
      const submission = parseWithZod(formData, { schema });
      if (submission.status === "success") send(submission.value, { onSuccess: () => form.reset() });
    },
  });
  const refusal = sent.error
    ? serverMessage(sent.error, "The server did not answer. Please try again.")
    : (answer?.refusal ?? null);
  return {
    fields,
    refusal,
    came: answer?.result.initialValue,
    frame: { intent, form, refusal, pending: sent.isPending },
  };
}

/** What follows a change of an order: everything shown is brought up to date, and a toast says so. */
export function useOrderChange({ done }: CommandDefinition) {
  const utils = trpc.useUtils();
  return {
    onSuccess: (order: StaffOrder | PackingDetails) => {
      utils.orders.details.setData({ id: order.id }, order);
      void utils.orders.recent.invalidate();
      void utils.orders.search.invalidate();
      void utils.orders.totals.invalidate();
      showToast({ kind: "success", title: done });
    },
    // It may have been refused because somebody else was faster.
    onError: () => void utils.orders.invalidate(),
  };
}
