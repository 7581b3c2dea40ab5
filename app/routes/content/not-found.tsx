import { data, type MetaFunction } from "@remix-run/node";
import { NotFound } from "#app/components/layout/not-found.tsx";
import { page } from "#server/http/page.server.ts";

export const meta: MetaFunction = () => [{ title: "404 Page Not Found | Oxbow Biochar" }];

export const loader = page(async () => data(null, { status: 404 }));

export const action = page(async () => data(null, { status: 404 }));

export default NotFound;
