import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { z } from "zod";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { dismissFailedOrder } from "./failed/failed-orders.server.ts";
import { recordPaymentByHand } from "./payment/record-payment-by-hand.server.ts";
import { resendConfirmation } from "./placing/resend-confirmation.server.ts";
import { refundOrder } from "./refunds/refund-order.server.ts";
import {
  cancelOrderSchema,
  changeStatusSchema,
  dispatchOrderSchema,
  failedOrderIdSchema,
  orderIdSchema,
  recordPaymentSchema,
  refundOrderSchema,
} from "./staff-order.schema.ts";
import { type OrderIntent, orderDoneTexts, orderIntents } from "./staff-order-intents.ts";
import { cancelOrder, changeOrderStatus, dispatchOrder } from "./status/change-order-status.server.ts";

/** Why a form was sent back, for the form of that intent. */
interface RefusedOrderForm {
  intent: OrderIntent;
  result: SubmissionResult<string[]>;
  /** What the verb said, when the fields themselves were right. */
  refusal: string | null;
  status: number;
}

type Answer = { done: string } | RefusedOrderForm;
type Handle = (context: Context, form: FormData) => Promise<Answer>;

/** The order dialog's forms as a browser without JavaScript sends them. */
const forms: Record<OrderIntent, Handle> = {
  "change-status": form("change-status", changeStatusSchema, changeOrderStatus),
  dispatch: form("dispatch", dispatchOrderSchema, dispatchOrder),
  cancel: form("cancel", cancelOrderSchema, cancelOrder),
  "record-payment": form("record-payment", recordPaymentSchema, recordPaymentByHand),
  refund: form("refund", refundOrderSchema, refundOrder),
  resend: form("resend", orderIdSchema, (context, { orderId }) => resendConfirmation(context, orderId)),
  "dismiss-failed": form("dismiss-failed", failedOrderIdSchema, (context, { failedOrderId }) =>
    dismissFailedOrder(context, failedOrderId),
  ),
};

/**
 * Does what a staff form asks for, by its `intent`.
 * @throws ShopError `bad_request` for a form that is none of these; `unauthenticated`, `forbidden`
 */
export function handleOrderForm(context: Context, form: FormData): Promise<Answer> {
  const intent = orderIntents.find((known) => known === form.get("intent"));
  if (!intent) throw new ShopError("bad_request", "This form is not known here.");
  return forms[intent](context, form);
}

function form<Schema extends z.ZodType>(
  intent: OrderIntent,
  schema: Schema,
  act: (context: Context, value: z.output<Schema>) => Promise<unknown>,
): Handle {
  return async (context, given) => {
    const submission = parseWithZod(given, { schema });
    if (submission.status !== "success") {
      return { intent, result: submission.reply(), refusal: null, status: 400 };
    }
    try {
      await act(context, submission.value);
      return { done: orderDoneTexts[intent] };
    } catch (error) {
      if (!(error instanceof ShopError) || error.status === 401 || error.status === 403) throw error;
      const result = submission.reply({ fieldErrors: error.fields ?? {} });
      const status = error.code === "validation_failed" ? 400 : error.status;
      return { intent, result, refusal: error.message, status };
    }
  };
}
