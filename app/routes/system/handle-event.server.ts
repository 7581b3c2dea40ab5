import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { log } from "#server/core/log.ts";
import { systemContext } from "#server/process/request-context.server.ts";

/** Providers call with POST only. */
export function askForPost(): Response {
  return Response.json(
    { message: "Send events with POST.", code: "method_not_allowed" },
    { status: 405, headers: { Allow: "POST" } },
  );
}

/**
 * Answers a provider's event, for which the shop itself acts. Anything but a 2xx makes the provider send the event
 * again, which is wanted whenever acting on it failed.
 */
export async function handleEvent(
  provider: "PayPal" | "Stripe",
  request: Request,
  act: (context: Context) => Promise<void>,
): Promise<Response> {
  const requestId = request.headers.get("x-request-id") ?? undefined;
  try {
    await act(await systemContext(requestId));
    return Response.json({ received: true });
  } catch (error) {
    if (error instanceof ShopError) {
      const { message, code, status, retryAfterSeconds } = error;
      const headers: Record<string, string> = retryAfterSeconds
        ? { "Retry-After": String(retryAfterSeconds) }
        : {};
      return Response.json({ message, code }, { status, headers });
    }
    log("error", `a ${provider} event could not be acted on`, { requestId, error });
    return Response.json({ message: "Please send this event again.", code: "internal" }, { status: 500 });
  }
}
