import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { handleTrpc } from "#server/trpc/handle-trpc.server.ts";

/** /api/trpc/*: what the staff's screens call. */
const handle = ({ request, context }: LoaderFunctionArgs | ActionFunctionArgs) =>
  handleTrpc(request, context);

export const loader = handle;
export const action = handle;
