import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { answerTrpc } from "#server/trpc/answer-trpc.server.ts";

/** /api/trpc/*: what the staff's screens call. */
const answer = ({ request, context }: LoaderFunctionArgs | ActionFunctionArgs) =>
  answerTrpc(request, context);

export const loader = answer;
export const action = answer;
