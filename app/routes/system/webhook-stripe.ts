import type { ActionFunctionArgs } from "@remix-run/node";
import { ShopError } from "#server/core/errors.ts";
import { log } from "#server/core/log.ts";
import { handleStripeEvent } from "#server/orders/handle-stripe-event.server.ts";
import { systemContext } from "#server/request-context.server.ts";

/** Stripe calls with POST only. */
export function loader() {
  return Response.json(
    { message: "Send events with POST.", code: "method_not_allowed" },
    { status: 405, headers: { Allow: "POST" } },
  );
}

/**
 * Called by Stripe, not by a browser: the signature over the raw bytes is what proves the sender. Anything but a
 * 2xx makes Stripe send the event again, which is wanted whenever acting on it failed.
 */
export async function action({ request }: ActionFunctionArgs) {
  const requestId = request.headers.get("x-request-id") ?? undefined;
  try {
    const body = Buffer.from(await request.arrayBuffer());
    await handleStripeEvent(
      await systemContext(requestId),
      body,
      request.headers.get("stripe-signature") ?? "",
    );
    return Response.json({ received: true });
  } catch (error) {
    if (error instanceof ShopError) {
      return Response.json({ message: error.message, code: error.code }, { status: error.status });
    }
    log("error", "a Stripe event could not be acted on", { requestId, error });
    return Response.json({ message: "Please send this event again.", code: "internal" }, { status: 500 });
  }
}
