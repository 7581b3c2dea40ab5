import type { LoaderFunctionArgs } from "@remix-run/node";
import { handleRest } from "#server/api/rest-app.server.ts";

/** The files that are made when they are asked for: rows of server/api. */
export const loader = ({ request, context }: LoaderFunctionArgs) => handleRest(request, context);
