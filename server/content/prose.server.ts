import MarkdownIt, { type Token } from "markdown-it";

/**
 * A paragraph, list, table, heading or fenced block of a text, as markdown-it reads it. A fence is how a text names what
 * Markdown has no words for: its first line says what it is, the lines in it are what it shows.
 */
export interface Block {
  kind: string;
  tokens: Token[];
}

/** Blocks below a heading of the second level. */
interface Section {
  heading: string;
  blocks: Block[];
}

/** A text of ours, written in Markdown. */
export interface Prose {
  /** The lines before it, between two rows of dashes: "title: Wood Vinegar". */
  about: Record<string, string>;
  /** What stands above the first heading. */
  opening: Block[];
  sections: Section[];
}

/** Our own words: pictures are let through, and quotation marks stay as they are typed. HTML stays text. */
const markdown = new MarkdownIt({ html: false });

/** Divides a text into the lines before it and its body. */
export function splitText(source: string): { about: Record<string, string>; body: string } {
  const [, lines = "", body = source] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(source) ?? [];
  const pairs = lines.split("\n").map((line) => /^([\w-]+): (.*)$/.exec(line));
  return { about: Object.fromEntries(pairs.flatMap((pair) => (pair ? [[pair[1], pair[2]]] : []))), body };
}

export function readProse(source: string): Prose {
  const { about, body } = splitText(source);
  const prose: Prose = { about, opening: [], sections: [] };
  for (const block of blocksOf(body)) {
    if (block.kind === "heading" && block.tokens[0]?.tag === "h2") {
      prose.sections.push({ heading: block.tokens[1]?.content ?? "", blocks: [] });
    } else (prose.sections.at(-1)?.blocks ?? prose.opening).push(block);
  }
  return prose;
}

/** The blocks of a text, one after another. */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let depth = 0;
  for (const token of markdown.parse(text, {})) {
    if (depth === 0) blocks.push({ kind: token.type.replace(/_open$/, ""), tokens: [] });
    blocks.at(-1)?.tokens.push(token);
    depth += token.nesting;
  }
  return blocks;
}

/** What a block says, paragraph by paragraph or item by item, without marks. */
export function textsOf({ tokens }: Pick<Block, "tokens">): string[] {
  return tokens
    .filter(({ type }) => type === "inline")
    .map(({ children }) =>
      (children ?? []).map(({ type, content }) => (type === "softbreak" ? " " : content)).join(""),
    );
}

/** The rows of a table, the titles of its columns first. */
export function rowsOf({ tokens }: Block): string[][] {
  const starts = tokens.flatMap(({ type }, at) => (type === "tr_open" ? [at] : []));
  return starts.map((start, index) => textsOf({ tokens: tokens.slice(start, starts[index + 1]) }));
}

/** What a fence says it is, and its lines, up to an empty one; what follows that is its description. */
export function fenceOf({ tokens }: Block): {
  name: string;
  words: string[];
  lines: string[];
  description: string;
} {
  const [name = "", ...words] = (tokens[0]?.info ?? "").split(" ");
  const [lines = "", description = ""] = (tokens[0]?.content ?? "").trim().split(/\n\n([\s\S]*)/);
  return { name, words, lines: lines.split("\n"), description };
}

/** Allows http, https and mail links, and this site's own paths and anchors. "//host" and "/\host" are other sites. */
const ALLOWED_LINK = /^(https?:\/\/|mailto:|\/(?![/\\])|#)/i;

/**
 * Typed HTML stays text, and pictures are not supported: an article has one of its own, with a description. Quotation
 * marks and apostrophes become typographic ones.
 */
const typedMarkdown = new MarkdownIt({ html: false, linkify: false, typographer: true }).disable([
  "image",
  "replacements",
]);
typedMarkdown.validateLink = (address) => ALLOWED_LINK.test(address.trim());

/** The first heading level in an article, whose title is the h1. */
const FIRST_HEADING = 2;
const LAST_HEADING = 6;

/**
 * Renders Markdown to HTML that is safe in a page. The highest heading in the text becomes an h2 (or `firstHeading`)
 * and the others follow, so that authors need not know what is above.
 */
export function renderMarkdown(text: string, firstHeading = FIRST_HEADING): string {
  const environment = {};
  const tokens = typedMarkdown.parse(text, environment);
  const headings = tokens.filter(({ type }) => type === "heading_open" || type === "heading_close");
  const highest = Math.min(...headings.map(({ tag }) => levelOf(tag)));
  for (const heading of headings) {
    heading.tag = `h${Math.min(levelOf(heading.tag) - highest + firstHeading, LAST_HEADING)}`;
  }
  return typedMarkdown.renderer.render(tokens, typedMarkdown.options, environment);
}

function levelOf(tag: string): number {
  return Number(tag.slice(1));
}
