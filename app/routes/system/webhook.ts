import type { ActionFunctionArgs } from "@remix-run/node";
import { takeWebhook } from "./take-webhook.server.ts";

/** Providers call with POST only. */
export const loader = () =>
  Response.json(
    { message: "Send events with POST.", code: "method_not_allowed" },
    { status: 405, headers: { Allow: "POST" } },
  );

export function action({ request, params }: ActionFunctionArgs): Promise<Response> {
  return takeWebhook(request, params.provider ?? "");
}
