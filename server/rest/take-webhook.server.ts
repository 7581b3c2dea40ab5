import { ShopError } from "#server/core/errors.ts";
import { log } from "#server/core/log.ts";
import { handleEvent } from "#server/orders/webhook.server.ts";
import { isProviderId, profileOf } from "#server/payments/provider-list.ts";
import { systemContext } from "#server/process/request-context.server.ts";

/**
 * Payment providers call this, not browsers: a signature over the raw bytes proves the sender, and the shop acts as
 * itself. After any response but a 2xx the provider sends the event again, which is right whenever acting on it
 * failed.
 */
export async function takeWebhook(request: Request, provider: string): Promise<Response> {
  if (!isProviderId(provider)) {
    return Response.json({ message: "There is no such provider.", code: "not_found" }, { status: 404 });
  }
  const requestId = request.headers.get("x-request-id") ?? undefined;
  try {
    const body = Buffer.from(await request.arrayBuffer());
    await handleEvent(await systemContext(requestId, { checksSettings: true }), provider, {
      body,
      headers: request.headers,
    });
    return Response.json({ received: true });
  } catch (error) {
    if (error instanceof ShopError) {
      const { message, code, status, retryAfterSeconds } = error;
      const headers: Record<string, string> = retryAfterSeconds
        ? { "Retry-After": String(retryAfterSeconds) }
        : {};
      return Response.json({ message, code }, { status, headers });
    }
    log("error", `a ${profileOf(provider).name} event could not be acted on`, { requestId, error });
    return Response.json({ message: "Please send this event again.", code: "internal" }, { status: 500 });
  }
}
