import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { handleTrpc } from "#server/trpc/handle-trpc.server.ts";

/** /api/trpc/*: what the staff's screens call. */
const answer = ({ request, context }: LoaderFunctionArgs | ActionFunctionArgs) =>
  handleTrpc(request, context);

export const loader = answer;
export const action = answer;
