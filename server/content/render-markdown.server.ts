import MarkdownIt from "markdown-it";

/** Other sites by http and https, mail, and this site's own pages and places; "//host" and "/\host" are other sites. */
const ALLOWED_LINK = /^(https?:\/\/|mailto:|\/(?![/\\])|#)/i;

/**
 * HTML that is typed stays text, and there are no pictures: an article has one of its own, with words for whoever
 * cannot see it. Quotation marks and apostrophes are set as a printer would.
 */
const markdown = new MarkdownIt({ html: false, linkify: false, typographer: true }).disable([
  "image",
  "replacements",
]);
markdown.validateLink = (address) => ALLOWED_LINK.test(address.trim());

/** The heading level that an article's own headings begin at: its title is the h1. */
const FIRST_HEADING = 2;
const LAST_HEADING = 6;

/**
 * Markdown as HTML that is safe to put into a page. The highest heading in the text becomes an h2 (or `firstHeading`),
 * the others follow it, so that whoever writes need not know what stands above.
 */
export function renderMarkdown(text: string, firstHeading = FIRST_HEADING): string {
  const environment = {};
  const tokens = markdown.parse(text, environment);
  const headings = tokens.filter(({ type }) => type === "heading_open" || type === "heading_close");
  const highest = Math.min(...headings.map(({ tag }) => levelOf(tag)));
  for (const heading of headings) {
    heading.tag = `h${Math.min(levelOf(heading.tag) - highest + firstHeading, LAST_HEADING)}`;
  }
  return markdown.renderer.render(tokens, markdown.options, environment);
}

function levelOf(tag: string): number {
  return Number(tag.slice(1));
}
