import type { z } from "zod";
import { useCheckedForm } from "#app/lib/checked-form.tsx";
import { serverMessage, trpc } from "#app/lib/trpc.ts";
import type { CommandDefinition, RefusedForm } from "#server/commands/command.ts";
import { fieldRulesOf } from "#server/http/field-rules.ts";
import type { PackingDetails, StaffOrder } from "#server/orders/lists/staff-order-view.ts";
import { showDone } from "./form-texts.ts";

interface Sent {
  isPending: boolean;
  error: unknown;
}

/**
 * A form of the order dialog: checked in the browser by the server's own schema, sent over tRPC by `send`, and left
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
    send: (value: Value) => send(value, { onSuccess: () => form.ref.current?.reset() }),
  });
  const refusal = sent.error
    ? serverMessage(sent.error, "The server did not answer. Please try again.")
    : (answer?.refusal ?? null);
  return {
    fields,
    refusal,
    came: answer?.result.initialValue,
    frame: { intent, form, refusal, cameBack: answer !== undefined, pending: sent.isPending },
  };
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
