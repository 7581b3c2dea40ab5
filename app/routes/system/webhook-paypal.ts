import type { ActionFunctionArgs } from "@remix-run/node";
import { ShopError } from "#server/core/errors.ts";
import { log } from "#server/core/log.ts";
import { handlePayPalEvent } from "#server/orders/handle-paypal-event.server.ts";
import { systemContext } from "#server/request-context.server.ts";

/** PayPal calls with POST only. */
export function loader() {
  return Response.json(
    { message: "Send events with POST.", code: "method_not_allowed" },
    { status: 405, headers: { Allow: "POST" } },
  );
}

/** Called by PayPal, not by a browser: PayPal itself is asked whether it sent these bytes. Other answers repeat it. */
export async function action({ request }: ActionFunctionArgs) {
  const requestId = request.headers.get("x-request-id") ?? undefined;
  try {
    await handlePayPalEvent(await systemContext(requestId), await request.text(), request.headers);
    return Response.json({ received: true });
  } catch (error) {
    if (error instanceof ShopError) {
      return Response.json({ message: error.message, code: error.code }, { status: error.status });
    }
    log("error", "a PayPal event could not be acted on", { requestId, error });
    return Response.json({ message: "Please send this event again.", code: "internal" }, { status: 500 });
  }
}
