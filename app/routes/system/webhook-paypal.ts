import type { ActionFunctionArgs } from "@remix-run/node";
import { handlePayPalEvent } from "#server/orders/payment/handle-paypal-event.server.ts";
import { askForPost, handleEvent } from "./handle-event.server.ts";

export const loader = () => askForPost();

/** Called by PayPal, not by a browser: PayPal itself is asked whether it sent these bytes. */
export const action = ({ request }: ActionFunctionArgs) =>
  handleEvent("PayPal", request, async (context) =>
    handlePayPalEvent(context, await request.text(), request.headers),
  );
