import { type Context, Hono } from "hono";
import { choicePage, showDeadEnd, showPage } from "../pages.server.ts";
import { readInSandbox, runInSandbox } from "../sandbox-process.server.ts";
import type { Store } from "../store.server.ts";
import { parsePounds } from "../wire-formats.ts";
import { PayPalFailure } from "./paypal-failure.ts";
import { type Funding, fundings, type OrderState, orderShape, PAYER_ID } from "./paypal-shapes.ts";
import { loadPayPal, payPalOrders, recordPayPalEvent } from "./paypal-store.server.ts";

/** The payer's choices on the approval page, and their effects. */
const choices: readonly { value: Funding | "cancel"; label: string }[] = [
  { value: "paid", label: "Approve payment" },
  { value: "declined", label: "Approve with a card that is declined" },
  { value: "refused", label: "Approve, and PayPal refuses" },
  { value: "pending", label: "Approve, and PayPal looks into it first" },
  { value: "disputed", label: "Approve, and dispute it afterwards" },
  { value: "cancel", label: "Cancel" },
];

/** PayPal's approval page, under /sandbox/paypal/approve?token={order id}. */
export const payPalApproval = new Hono();

payPalApproval.get("/", (context) => {
  const order = findOrder(context);
  if (!canApprove(order)) return leave(context, order, "return");
  const { value, currency_code: currency } = order.purchase_unit.amount;
  const amount = parsePounds(value) ?? 0;
  const targets = [order.return_url, order.cancel_url].filter((url) => url !== null);
  const page = choicePage({
    title: "PayPal",
    heading: "Pay with PayPal",
    asks: "Oxbow Biochar asks for",
    ...{ amount, currency, choices, field: "answer" },
  });
  return showPage(context, 200, page, targets);
});

payPalApproval.post("/", async (context) => {
  const decision = new URLSearchParams(await context.req.text()).get("answer");
  const order = findOrder(context);
  if (decision === "cancel") return leave(context, order, "cancel");
  const funding = fundings.find((each) => each === decision) ?? "paid";
  return leave(context, await runInSandbox((store) => approveOrder(store, order.id, funding)), "return");
});

payPalApproval.onError((error, context) => {
  if (error instanceof PayPalFailure) return showDeadEnd(context, 404);
  throw error;
});

function findOrder(context: Context): OrderState {
  return readInSandbox((store) => loadPayPal(store, payPalOrders, context.req.query("token") ?? ""));
}

/** PayPal adds the order's id to both addresses, and the payer's id to the return address. */
function leave(
  context: Context,
  order: OrderState,
  where: "return" | "cancel",
): Response | Promise<Response> {
  const address = where === "return" ? order.return_url : order.cancel_url;
  if (!address) return showDeadEnd(context, 404);
  const target = new URL(address);
  target.searchParams.set("token", order.id);
  if (where === "return") target.searchParams.set("PayerID", PAYER_ID);
  return context.redirect(target.href, 303);
}

/** Whether the payer can still choose how to pay. */
function canApprove({ status, askAgain }: OrderState): boolean {
  return status === "CREATED" || status === "PAYER_ACTION_REQUIRED" || (status === "APPROVED" && askAgain);
}

/** The payer approves. Does nothing to an order that is no longer open. */
export function approveOrder(store: Store, orderId: string, funding: Funding): OrderState {
  const order = loadPayPal(store, payPalOrders, orderId);
  if (!canApprove(order)) return order;
  const approved: OrderState = { ...order, status: "APPROVED", funding, askAgain: false };
  store.put(payPalOrders, approved);
  recordPayPalEvent(store, "CHECKOUT.ORDER.APPROVED", orderShape(approved, { captures: [], refunds: [] }));
  return approved;
}
