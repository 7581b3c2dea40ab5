import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { handleSandboxPage } from "#server/sandbox/sandbox-pages.server.ts";

/* The test payment pages. They need no session: who may pay is told by the ids and secrets in the addresses. */
export const loader = ({ request }: LoaderFunctionArgs) => handleSandboxPage(request);
export const action = ({ request }: ActionFunctionArgs) => handleSandboxPage(request);
