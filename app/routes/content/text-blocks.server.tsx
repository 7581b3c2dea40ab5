import { Fragment, type ReactNode } from "react";
import { Bars, ClaimsList } from "#app/components/content/claims-list.tsx";
import { Drawing, MarkedDrawing, ProductionSteps } from "#app/components/content/drawings.tsx";
import { ResearchAccess } from "#app/components/content/research-access.tsx";
import {
  Cards,
  Definitions,
  DeliveryRates,
  Figures,
  LinkRow,
  type NextLink,
  Publications,
  PullQuote,
  Records,
  ResourceForm,
  ResourceLinks,
  Steps,
  Text,
} from "#app/components/content/text-blocks.tsx";
import { resources } from "#server/content/content-views.ts";
import { type Block, blocksOf, fenceOf, rowsOf, textsOf } from "#server/content/prose.server.ts";
import { claimKeys, numberOf, rangeOf } from "#server/settings/claims.ts";
import type { PageFacts, PageText } from "./text-facts.server.tsx";

export interface Given {
  pageText: PageText;
  facts: PageFacts;
}

/** Something with a title: "### Drying" in a fence, and the paragraphs below it. */
interface Entry {
  title: string;
  titleHtml: string;
  /** Where its title leads. */
  to?: string;
  texts: string[];
}

interface Fence extends Given {
  /** What stands behind its name. */
  options: string[];
  /** Its lines, each divided at its bars. */
  rows: string[][];
  blocks: Block[];
  entries: Entry[];
}

/**
 * What a page can name in a fence, as ```` ```steps ````: lists with a look of their own, diagrams, and what comes from the settings.
 */
const drawings: Record<string, (fence: Fence) => ReactNode> = {
  cards: ({ entries, options }) => <Cards cards={entries} wide={options[0] === "3"} />,
  steps: ({ entries }) => <Steps steps={entries} />,
  definitions: ({ entries }) => <Definitions entries={entries} />,
  publications: ({ entries }) => <Publications entries={entries} />,
  "production-steps": ({ entries }) => <ProductionSteps steps={entries} />,
  "pore-diagram": ({ entries }) => <MarkedDrawing name="pore-diagram" marks={entries} />,
  "carbon-cycle": ({ entries }) => <MarkedDrawing name="carbon-cycle" marks={entries} />,
  "filter-layers": () => <Drawing name="filter-layers" />,
  figures: ({ rows, options, facts }) => (
    <Figures columns={Number(options[0])} claims={rows.map(([name = ""]) => claimNamed(facts, name))} />
  ),
  bars: ({ rows, options }) => (
    <Bars
      from={0}
      to={Number(options[0])}
      bars={rows.map(([label = "", shown = "", mark]) => ({
        ...{ label, shown, from: 0, to: numberOf({ figure: shown }), muted: mark === "limit" },
      }))}
    />
  ),
  ranges: ({ rows, options: [from, to, unit = ""] }) => (
    <Bars
      {...{ from: Number(from), to: Number(to), unit }}
      bars={rows.map(([label = "", shown = ""]) => ({ label, shown, ...rangeOf({ figure: shown }) }))}
    />
  ),
  links: ({ rows }) => <LinkRow links={rows.map(([line = ""]) => linkOf(line))} />,
  large: ({ rows }) => <p className="font-display text-4xl text-ink">{rows[0]}</p>,
  note: ({ blocks, pageText }) => (
    <div
      className="max-w-3xl text-[0.9375rem] text-ink-soft [&_a]:text-moss [&_a]:underline [&_a]:underline-offset-4"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: Markdown of our own
      dangerouslySetInnerHTML={{ __html: pageText.html(blocks.flatMap(({ tokens }) => tokens)) }}
    />
  ),
  form: ({ blocks, pageText }) => (
    <ResourceForm
      parts={blocks.map((block) => ({
        text: pageText.fill(textsOf(block).join(" ")),
        isBlank: block.kind === "hr",
        isSmall: block.tokens[1]?.children?.[0]?.type === "em_open",
      }))}
    />
  ),
  papers: () => <ResourceLinks resources={resources} />,
  "claims-list": ({ facts }) => <ClaimsList claims={facts.claims} retailYears={facts.retailYears} />,
  "delivery-rates": ({ facts }) => (
    <DeliveryRates rule={facts.deliveryRule} currency={facts.store.currency} />
  ),
  "research-report": ({ facts }) => <ResearchAccess signedIn={facts.signedIn} />,
};

/** The blocks of a section: running text as it is, quotations, tables and fences by what draws them. */
export function drawnBlocks(blocks: readonly Block[], given: Given): ReactNode[] {
  const drawn: ReactNode[] = [];
  let text: Block["tokens"] = [];
  const endText = () => {
    if (text.length > 0) drawn.push(<Text key={drawn.length} html={given.pageText.html(text)} />);
    text = [];
  };
  for (const block of blocks.filter(given.pageText.isFor)) {
    const special = drawSpecial(block, given);
    if (special === undefined) text = [...text, ...block.tokens];
    else {
      endText();
      drawn.push(<Fragment key={drawn.length}>{special}</Fragment>);
    }
  }
  endText();
  return drawn;
}

function drawSpecial(block: Block, given: Given): ReactNode {
  const { fill } = given.pageText;
  if (block.kind === "fence") return drawFence(block, given);
  if (block.kind === "blockquote") return <PullQuote>{fill(textsOf(block).join(" "))}</PullQuote>;
  if (block.kind !== "table") return undefined;
  const [[, ...labels] = [], ...rows] = rowsOf(block).map((row) => row.map(fill));
  const isCode = block.tokens.some(({ children }) => children?.some(({ type }) => type === "code_inline"));
  return (
    <Records
      entries={rows.map(([title = "", ...values]) => ({
        ...{ title, isCode },
        facts: labels.map((label, at) => ({ label, value: values[at] ?? "" })),
      }))}
    />
  );
}

function drawFence(block: Block, given: Given): ReactNode {
  const { name, words: options, lines } = fenceOf(block);
  const draw = drawings[name];
  if (!draw) throw new Error(`Nothing draws a block that is called ${name}`);
  const { fill } = given.pageText;
  const blocks = blocksOf(block.tokens[0]?.content ?? "");
  return draw({
    ...given,
    options,
    blocks,
    rows: lines.map((line) => line.split(" | ").map(fill)),
    entries: entriesOf(blocks, given.pageText),
  });
}

function entriesOf(blocks: readonly Block[], { fill, html }: PageText): Entry[] {
  const entries: Entry[] = [];
  for (const block of blocks) {
    const texts = textsOf(block).map((text) => fill(text).trim());
    const inline = block.tokens[1];
    if (block.kind !== "heading" || !inline) entries.at(-1)?.texts.push(...texts);
    else {
      const to = inline.children?.[0]?.attrGet("href") ?? undefined;
      entries.push({
        title: texts.join(),
        titleHtml: html([inline]),
        texts: [],
        ...(to ? { to: String(to) } : {}),
      });
    }
  }
  return entries;
}

/** The links that a block lists, a line each: "[Browse products](/products)". */
export function linksIn(block: Block): NextLink[] {
  return block.kind === "fence" ? fenceOf(block).lines.map(linkOf) : [];
}

function linkOf(line: string): NextLink {
  const [, label = "", to = ""] = /^\[(.+)\]\((.+)\)$/.exec(line) ?? [];
  return { label, to };
}

function claimNamed({ claims }: PageFacts, name: string) {
  const key = claimKeys.find((known) => known === name);
  if (!key) throw new Error(`There is no claim ${name}`);
  return claims[key];
}
