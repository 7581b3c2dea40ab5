import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { handleRest } from "#server/rest/rest-app.server.ts";

/** Every address under /api that has no route of its own: the endpoint table of server/rest answers it. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return handleRest(request, context);
}

export function action({ request, context }: ActionFunctionArgs) {
  return handleRest(request, context);
}
