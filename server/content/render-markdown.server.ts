import MarkdownIt from "markdown-it";

/** Allows http, https and mail links, and this site's own paths and anchors. "//host" and "/\host" are other sites. */
const ALLOWED_LINK = /^(https?:\/\/|mailto:|\/(?![/\\])|#)/i;

/**
 * Typed HTML stays text, and pictures are not supported: an article has one of its own, with a description. Quotation
 * marks and apostrophes become typographic ones.
 */
const markdown = new MarkdownIt({ html: false, linkify: false, typographer: true }).disable([
  "image",
  "replacements",
]);
markdown.validateLink = (address) => ALLOWED_LINK.test(address.trim());

/** The first heading level in an article, whose title is the h1. */
const FIRST_HEADING = 2;
const LAST_HEADING = 6;

/**
 * Renders Markdown to HTML that is safe in a page. The highest heading in the text becomes an h2 (or `firstHeading`)
 * and the others follow, so that authors need not know what is above.
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
