import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { handleRest } from "#server/rest/rest-app.server.ts";

/** The addresses that PayPal's script calls, outside /api: the endpoint table of server/rest handles them, too. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return handleRest(request, context);
}

export function action({ request, context }: ActionFunctionArgs) {
  return handleRest(request, context);
}
