import type { LoaderFunctionArgs } from "@remix-run/node";
import { handleRest } from "#server/rest/rest-app.server.ts";

/** The files that are made when they are asked for: rows of server/rest/files. */
export const loader = ({ request, context }: LoaderFunctionArgs) => handleRest(request, context);
