import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { handleRest } from "#server/rest/rest-app.server.ts";

/** PayPal's calls, which stand outside /api: the endpoint table of server/rest answers them, too. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return handleRest(request, context);
}

export function action({ request, context }: ActionFunctionArgs) {
  return handleRest(request, context);
}
