import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { handleRest, restCacheRules } from "#server/rest/rest-app.server.ts";

/** Every address under /api without a route of its own: the endpoint table of server/rest handles it. */
export const loader = Object.assign(
  ({ request, context }: LoaderFunctionArgs) => handleRest(request, context),
  { cacheRules: restCacheRules },
);

export function action({ request, context }: ActionFunctionArgs) {
  return handleRest(request, context);
}
