import { data } from "@remix-run/node";
import { NotFound } from "#app/components/layout/page-error.tsx";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import { page, redirectToSmallLetters } from "#server/process/page.server.ts";

export const meta = pageMeta({ title: "404 Page Not Found", noindex: true });

export const loader = page(async ({ request }) => {
  redirectToSmallLetters(request);
  return data(null, { status: 404 });
});

export const action = page(async () => data(null, { status: 404 }));

export default NotFound;
