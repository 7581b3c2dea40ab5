import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server.browser";
import {
  Band,
  type ContentPicture,
  DrawingRow,
  LegalPage,
  NextLinks,
  PageHead,
  PictureRow,
  Section,
} from "#app/components/content/sections.tsx";
import { LinkRow, Text } from "#app/components/content/text-blocks.tsx";
import { storeSummaryOf } from "#app/lib/root-data.ts";
import { type Block, type Prose, readProse, textsOf } from "#server/content/prose.server.ts";
import type { Context } from "#server/core/context.ts";
import { displayLongDate } from "#server/core/shop-time.ts";
import { textAt, textPaths } from "#server/doctor/opening-steps.ts";
import { contractTermsOf } from "#server/email/store-identity.ts";
import { promisesOf } from "#server/settings/promises.ts";
import { deliveryRuleOf } from "#server/settings/store-settings.ts";
import { drawnBlocks, type Given, linksIn } from "./text-blocks.server.tsx";
import { type PageFacts, pageTextOf } from "./text-facts.server.tsx";

/** The text pages, each in app/content, in the order of app/routes.ts; the legal pages are last. */
export const contentPaths = [
  "/about",
  "/manufacturing",
  "/manufacturing/ebc-certification",
  "/manufacturing/international-biochar-initiative",
  "/manufacturing/co2-certification",
  "/manufacturing/puro-earth",
  "/applications",
  "/science",
  "/resources",
  "/delivery",
  "/returns",
  "/terms",
  "/privacy",
  "/cookies",
  "/accessibility",
] as const;

const sources = import.meta.glob<string>("../../content/**/*.md", {
  query: "?raw",
  import: "default",
  eager: true,
});

const pages: ReadonlyMap<string, Prose> = new Map(
  contentPaths.map((path) => {
    const source = sources[`../../content${path}.md`];
    if (source === undefined) throw new Error(`app/content${path}.md is missing`);
    return [path, readProse(source)];
  }),
);

/** The text page at an address, with what the shop says of itself. */
export function textPage(pathname: string, facts: PageFacts) {
  const path = pathname.replace(/\/$/, "");
  const prose = pages.get(path);
  if (!prose) return undefined;
  const pageText = pageTextOf(facts, path);
  const { title = "", description = "", picture, alt = "" } = prose.about;
  const head: Head = {
    title,
    lead: pageText.fill(prose.about.lead ?? ""),
    picture: picture ? { src: `/pictures/${picture}.jpg`, alt } : undefined,
  };
  return {
    title,
    /** For search engines and previews. */
    description: pageText.fill(description),
    picture: head.picture,
    body:
      textPaths.some((legal) => legal === path) || prose.about.changed
        ? legalBody(path, prose, head, { pageText, facts })
        : pageBody(prose, head, { pageText, facts }),
  };
}

/**
 * A text page as HTML, so that its text and drawings cost the browser no JavaScript. Apostrophes become typographic
 * ones.
 */
export function renderTextPage(context: Context, pathname: string) {
  const { settings } = context;
  const page = textPage(pathname, {
    store: storeSummaryOf(settings),
    deliveryRule: deliveryRuleOf(settings),
    promises: promisesOf(settings),
    claims: settings.claims,
    retailYears: settings.retailYears,
    signedIn: context.actor.kind === "user",
  });
  if (!page) return undefined;
  const { body, ...rest } = page;
  return { ...rest, html: renderToStaticMarkup(body).replaceAll("&#x27;", "’") };
}

interface Head {
  title: string;
  lead: string;
  picture: ContentPicture | undefined;
}

function pageBody({ about, opening, sections }: Prose, head: Head, given: Given): ReactNode {
  const headings = sections.map(({ heading }) => headingOf(heading));
  return (
    <article>
      <PageHead {...head} eyebrow={given.pageText.fill(about.eyebrow ?? "")}>
        {opening.length > 0 && drawnBlocks(opening, given)}
      </PageHead>
      {about.contents && (
        <nav aria-label="On this page" className="frame pt-8">
          <LinkRow links={headings.flatMap(({ text, id }) => (id ? [{ label: text, to: `#${id}` }] : []))} />
        </nav>
      )}
      {sections.map(({ heading, blocks }) => (
        <PageSection key={heading} heading={heading} blocks={blocks} given={given} />
      ))}
    </article>
  );
}

/** The marks behind a heading say how its section looks and what its address is: "Where it goes {#where band}". */
function headingOf(heading: string): { text: string; id?: string; marks: Set<string> } {
  const [, text = heading, marks = ""] = /^(.*) \{(.*)\}$/.exec(heading) ?? [];
  const words = marks.split(" ");
  const id = words.find((word) => word.startsWith("#"))?.slice(1);
  return { text, marks: new Set(words), ...(id ? { id } : {}) };
}

/** A paragraph in italics says under the heading what its section is about; a picture stands beside its section. */
function PageSection({ heading, blocks, given }: { heading: string; blocks: Block[]; given: Given }) {
  const { text, id, marks } = headingOf(heading);
  const [first, ...others] = blocks;
  const named = { heading: withoutBreaks(text), ...(id ? { id } : {}) };
  if (marks.has("next")) {
    const [introduction] = first?.kind === "paragraph" ? textsOf(first) : [];
    return (
      <NextLinks
        {...named}
        {...(introduction ? { text: introduction } : {})}
        links={blocks.flatMap(linksIn)}
      />
    );
  }
  const picture = pictureIn(first);
  if (picture) {
    return (
      <PictureRow {...named} picture={picture} pictureRight={marks.has("right")}>
        {drawnBlocks(others, given)}
      </PictureRow>
    );
  }
  if (marks.has("drawing") && first) {
    return (
      <DrawingRow {...named} drawing={drawnBlocks([first], given)}>
        {drawnBlocks(others, given)}
      </DrawingRow>
    );
  }
  const [, intro] = /^\*([^*].*)\*$/.exec(first?.tokens[1]?.content ?? "") ?? [];
  const introduced = { ...named, ...(intro ? { intro: given.pageText.fill(intro) } : {}) };
  const body = drawnBlocks(intro ? others : blocks, given);
  if (!marks.has("band")) return <Section {...introduced}>{body}</Section>;
  return (
    <Band {...introduced} plain={marks.has("plain")} columns={marks.has("columns")}>
      {body}
    </Band>
  );
}

/** A word with a hyphen stays on one line. */
function withoutBreaks(heading: string): ReactNode {
  const parts = heading.split(/(\S+-\S+)/);
  if (parts.length === 1) return heading;
  return parts.map((part) =>
    part.includes("-") ? (
      <span key={part} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  );
}

function pictureIn(block: Block | undefined): ContentPicture | undefined {
  const [image] = block?.tokens[1]?.children ?? [];
  if (image?.type !== "image") return undefined;
  return { src: `/pictures/${image.attrGet("src")}.jpg`, alt: image.content };
}

/** The sections of /terms are the terms that every confirmation carries. */
function legalBody(path: string, { about, sections }: Prose, head: Head, given: Given): ReactNode {
  const { promises, store } = given.facts;
  const legalPath = textPaths.find((known) => known === path);
  const terms = path === "/terms" ? contractTermsOf(promises, store.currency) : [];
  return (
    <LegalPage
      {...head}
      store={store}
      changed={legalPath ? displayLongDate(textAt(legalPath).changed) : (about.changed ?? "")}
      sections={[
        ...sections.map(({ heading, blocks }) => {
          const { text, id = "" } = headingOf(heading);
          return { id, heading: text, body: drawnBlocks(blocks, given) };
        }),
        ...terms.map(({ heading, paragraphs, links }, index) => ({
          id: `terms-${index + 1}`,
          heading,
          body: (
            <>
              <Text>
                {paragraphs.map((paragraph) => (
                  <p key={paragraph}>{paragraph}</p>
                ))}
              </Text>
              {links && <LinkRow links={links} />}
            </>
          ),
        })),
      ]}
    />
  );
}
