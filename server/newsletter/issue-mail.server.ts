import { renderMarkdown } from "#server/content/render-markdown.server.ts";

/** The page of an issue. */
export function issuePath(slug: string): string {
  return `/newsletter/issues/${slug}`;
}

/** An issue's text as HTML for a mail, in which links to the shop's own pages name the shop. */
export function mailedHtml(body: string, publicUrl: string): string {
  return renderMarkdown(body).replaceAll('href="/', `href="${publicUrl}/`);
}
