import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { passToSandbox } from "#server/payments/sandbox-connection.server.ts";

/* The test payment pages. They need no session: the ids and secrets in the addresses say who may pay. */
export const loader = ({ request }: LoaderFunctionArgs) => passToSandbox(request);
export const action = ({ request }: ActionFunctionArgs) => passToSandbox(request);
