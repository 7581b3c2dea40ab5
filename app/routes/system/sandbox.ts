import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { answerSandboxPage } from "#server/sandbox/sandbox-pages.server.ts";

/* The test payment pages. They need no session: who may pay is told by the ids and secrets in the addresses. */
export const loader = ({ request }: LoaderFunctionArgs) => answerSandboxPage(request);
export const action = ({ request }: ActionFunctionArgs) => answerSandboxPage(request);
