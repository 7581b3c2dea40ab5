import { type SubmissionResult, useForm } from "@conform-to/react";
import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import type { z } from "zod";
import { showToast } from "#app/lib/notice-toasts.tsx";
import { serverMessage, trpc } from "#app/lib/trpc.ts";
import type { PackingDetails, StaffOrder } from "#server/orders/lists/staff-order-view.ts";
import { type OrderIntent, orderDoneTexts } from "#server/orders/staff-order-intents.ts";

/** How a form came back from the server, where there is no JavaScript. */
export interface OrderFormResult {
  intent: string;
  result: SubmissionResult<string[]>;
  refusal: string | null;
}

interface Sent {
  isPending: boolean;
  error: unknown;
}

/**
 * A form of the order dialog: checked in the browser by the server's own schema, sent over tRPC by `send`, and left
 * alone to post itself without JavaScript. `came` is what was sent where it comes back, `frame` is for its OrderFormFrame.
 */
export function useOrderForm<Schema extends z.ZodType<object>>(options: {
  intent: OrderIntent;
  schema: Schema;
  sent: Sent;
  /** `done` empties the form. */
  send: (value: z.output<Schema>, done: { onSuccess: () => void }) => void;
  answer: OrderFormResult | undefined;
}) {
  const { intent, schema, sent, send } = options;
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
export function useOrderChange(intent: OrderIntent) {
  const utils = trpc.useUtils();
  return {
    onSuccess: (order: StaffOrder | PackingDetails) => {
      utils.orders.details.setData({ id: order.id }, order);
      void utils.orders.recent.invalidate();
      void utils.orders.search.invalidate();
      void utils.orders.totals.invalidate();
      showToast({ kind: "success", title: orderDoneTexts[intent] });
    },
    // It may have been refused because somebody else was faster.
    onError: () => void utils.orders.invalidate(),
  };
}
