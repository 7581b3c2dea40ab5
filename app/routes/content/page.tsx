import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ContentView } from "#app/components/content/content-view.tsx";
import { findContentPage } from "#app/components/content/pages/index.ts";
import { PageError } from "#app/components/layout/page-error.tsx";
import { ShopError } from "#server/core/errors.ts";
import { page } from "#server/http/page.server.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  data
    ? [{ title: `${data.title} | Oxbow Biochar` }, { name: "description", content: data.description }]
    : [{ title: "404 Page Not Found | Oxbow Biochar" }];

export const loader = page(async ({ url }) => {
  const content = findContentPage(url.pathname);
  if (!content) throw new ShopError("not_found", "There is nothing at this address.");
  return content;
});

export default function Content() {
  return <ContentView content={useLoaderData<typeof loader>()} />;
}

/** The route's own, so that the title is this page's: the root route knows only the shop's name. */
export function ErrorBoundary() {
  return <PageError />;
}
