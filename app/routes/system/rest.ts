import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { handleRest, restCacheRules } from "#server/api/rest-app.server.ts";

/** What scripts, PayPal's own script and the payment providers call: the REST app handles it. */
export const loader = Object.assign(
  ({ request, context }: LoaderFunctionArgs) => handleRest(request, context),
  { cacheRules: restCacheRules },
);

export function action({ request, context }: ActionFunctionArgs) {
  return handleRest(request, context);
}
