import { useLoaderData, useLocation } from "@remix-run/react";
import { StructuredData } from "#app/components/layout/structured-data.tsx";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import { ShopError } from "#server/core/errors.ts";
import { contentTopics } from "#server/http/cacheable-address.ts";
import { sharedPage } from "#server/process/page.server.ts";
import { contentPaths, renderTextPage } from "./text-pages.server.tsx";

export const meta = pageMeta<typeof loader>(({ title, description, picture }) => ({
  title,
  description,
  ...(picture ? { picture } : {}),
}));

export const loader = sharedPage({ topics: contentTopics, paths: contentPaths }, async ({ context, url }) => {
  const page = renderTextPage(context, url.pathname);
  if (!page) throw new ShopError("not_found", "There is nothing at this address.");
  return page;
});

export default function Content() {
  const { title, html } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  return (
    <>
      <StructuredData trail={trailTo(pathname, title)} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made by React on the server, from words of our own */}
      <div dangerouslySetInnerHTML={{ __html: html }} />
    </>
  );
}

function trailTo(pathname: string, title: string): [name: string, path: string][] {
  const above: [string, string][] = pathname.startsWith("/manufacturing/")
    ? [["Manufacturing", "/manufacturing"]]
    : [];
  return [...above, [title, pathname]];
}
