import { type Context, Hono } from "hono";
import { html } from "hono/html";
import { frame, type Page, showDeadEnd, showPage } from "../pages.server.ts";
import { readInSandbox, runInSandbox } from "../sandbox-process.server.ts";
import type { Store } from "../store.server.ts";
import { formatAmount, parsePounds } from "../wire-formats.ts";
import { PayPalFailure } from "./paypal-failure.ts";
import { type Funding, fundings, type OrderState, orderShape, PAYER_ID } from "./paypal-shapes.ts";
import { loadPayPal, payPalOrders, recordPayPalEvent } from "./paypal-store.server.ts";

/** The payer's choices on the approval page, and their effects. */
const fundingChoices = [
  { funding: "paid", label: "Approve payment" },
  { funding: "declined", label: "Approve with a card that is declined" },
  { funding: "refused", label: "Approve, and PayPal refuses" },
  { funding: "pending", label: "Approve, and PayPal looks into it first" },
  { funding: "disputed", label: "Approve, and dispute it afterwards" },
] as const;

/** PayPal's approval page, under /sandbox/paypal/approve?token={order id}. */
export const payPalApproval = new Hono();

payPalApproval.get("/", (context) => {
  const order = findOrder(context);
  if (!canApprove(order)) return leave(context, order, "return");
  const { value, currency_code: currency } = order.purchase_unit.amount;
  const amount = parsePounds(value) ?? 0;
  const targets = [order.return_url, order.cancel_url].filter((url) => url !== null);
  return showPage(context, 200, (nonce) => approvalPage({ nonce, amount, currency }), targets);
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

/** PayPal's page on which the payer approves an order: plain forms. */
function approvalPage(props: { nonce: string; amount: number; currency: string }): Page {
  return frame(
    "PayPal (test payment)",
    props.nonce,
    false,
    html`<section aria-labelledby="title">
      <h1 id="title">Pay with PayPal</h1>
      <p>Oxbow Biochar asks for <strong>${formatAmount(props.amount, props.currency)}</strong>. This is a test: choose how it ends.</p>
      <form method="post">
        ${fundingChoices.map(
          ({ funding, label }) =>
            html`<button type="submit" name="answer" value="${funding}">${label}</button>`,
        )}
        <button type="submit" name="answer" value="cancel">Cancel</button>
      </form>
    </section>`,
  );
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
