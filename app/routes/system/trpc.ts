import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { handleTrpc } from "#server/trpc/router.server.ts";

/** /api/trpc/*: the API of the staff screens. */
const handle = ({ request, context }: LoaderFunctionArgs | ActionFunctionArgs) =>
  handleTrpc(request, context);

export const loader = handle;
export const action = handle;
