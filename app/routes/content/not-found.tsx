import { data, redirect } from "@remix-run/node";
import { NotFound } from "#app/components/layout/page-error.tsx";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import { page } from "#server/http/page.server.ts";

export const meta = pageMeta({ title: "404 Page Not Found", noindex: true });

export const loader = page(async ({ url }) => {
  const plain = url.pathname.split("/").map(inSmallLetters).join("/");
  if (plain !== url.pathname) throw redirect(plain + url.search, 301);
  return data(null, { status: 404 });
});

/** What has a digit is a code (an order, a batch), whose capitals count. */
function inSmallLetters(segment: string): string {
  return /\d/.test(segment) ? segment : segment.toLowerCase();
}

export const action = page(async () => data(null, { status: 404 }));

export default NotFound;
