import { useLoaderData } from "@remix-run/react";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import { page } from "#server/process/page.server.ts";
import { renderApiReference } from "./render-api-reference.server.tsx";

export const meta = pageMeta({
  title: "REST reference",
  description: "Every call that scripts can make to the shop, with parameters, fields and examples.",
  noindex: true,
});

export const loader = page(async ({ context }) => ({ html: renderApiReference(context.settings.storeName) }));

export default function ApiDocs() {
  const { html } = useLoaderData<typeof loader>();
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made by React on the server, from words of our own
  return <div dangerouslySetInnerHTML={{ __html: html }} />;
}
