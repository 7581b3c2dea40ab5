import type { ActionFunctionArgs } from "@remix-run/node";
import { handleStripeEvent } from "#server/orders/payment/handle-stripe-event.server.ts";
import { askForPost, handleEvent } from "./handle-event.server.ts";

export const loader = () => askForPost();

/** Called by Stripe, not by a browser: the signature over the raw bytes is what proves the sender. */
export const action = ({ request }: ActionFunctionArgs) =>
  handleEvent("Stripe", request, async (context) => {
    const signature = request.headers.get("stripe-signature") ?? "";
    await handleStripeEvent(context, Buffer.from(await request.arrayBuffer()), signature);
  });
