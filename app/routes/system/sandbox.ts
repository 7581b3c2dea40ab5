import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { passToSandbox } from "#server/payments/sandbox-connection.server.ts";

/* The test payment pages. They need no session: who may pay is told by the ids and secrets in the addresses. */
export const loader = ({ request }: LoaderFunctionArgs) => passToSandbox(request);
export const action = ({ request }: ActionFunctionArgs) => passToSandbox(request);
