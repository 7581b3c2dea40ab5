import { FileDown } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "#app/components/ui/class-names.ts";
import { Cell, HeadCell, Table } from "#app/components/ui/table.tsx";
import type { DeliveryRule } from "#server/pricing/delivery.ts";
import { deliveryRates } from "#server/pricing/delivery-sentences.ts";
import type { Currency } from "#server/pricing/money.ts";
import type { Claim } from "#server/settings/claims.ts";

/** Running text: elements, or HTML that was made from Markdown of our own. */
export function Text({ children, html }: { children?: ReactNode; html?: string }) {
  const className = "prose text-ink-soft [&_:is(h3,strong)]:text-ink";
  if (html === undefined) return <div className={className}>{children}</div>;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made on the server from app/content, which is words of our own
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />;
}

/** One sentence that states the page's main point. */
export function PullQuote({ children }: { children: ReactNode }) {
  return (
    <p className="max-w-3xl border-l-4 border-moss pl-5 font-display text-2xl leading-snug lg:text-3xl">
      {children}
    </p>
  );
}

/** Large figures, each with its label below. */
export function Figures({ claims, columns }: { claims: Pick<Claim, "figure" | "says">[]; columns: number }) {
  const wide = { 2: "lg:grid-cols-2", 3: "lg:grid-cols-3", 4: "lg:grid-cols-4" }[columns];
  return (
    <dl className={classNames("grid gap-x-8 gap-y-6 sm:grid-cols-2", wide)}>
      {claims.map(({ figure, says }) => (
        <div key={says} className="flex flex-col-reverse justify-end border-t border-line-strong pt-4">
          <dt className="mt-1 text-[0.9375rem] text-ink-soft">{says}</dt>
          <dd className="font-display text-4xl tracking-tight whitespace-nowrap lg:text-[2.75rem]">
            {figure}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Something with a title and a text. */
interface Entry {
  title: string;
  texts: readonly string[];
}

/** Terms with their explanations, line by line. */
export function Definitions({ entries }: { entries: readonly (Entry & { to?: string })[] }) {
  return (
    <dl className="max-w-3xl border-b border-line">
      {entries.map(({ title, texts, to }) => (
        <div key={title} className="grid gap-x-8 gap-y-1 border-t border-line py-4 sm:grid-cols-[13rem_1fr]">
          <dt className="font-medium">
            {to ? (
              <a
                href={to}
                className="inline-flex min-h-6 items-center text-moss underline underline-offset-4"
              >
                {title}
              </a>
            ) : (
              title
            )}
          </dt>
          <dd className="text-ink-soft">{texts}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Steps in order. */
export function Steps({ steps }: { steps: readonly Entry[] }) {
  return (
    <ol className="max-w-3xl space-y-6">
      {steps.map(({ title, texts }, index) => (
        <li key={title} className="grid grid-cols-[2.5rem_1fr] gap-x-3">
          <span aria-hidden="true" className="font-display text-3xl leading-none text-moss">
            {index + 1}
          </span>
          <div>
            <h3 className="text-xl">{title}</h3>
            <p className="mt-1.5 text-ink-soft">{texts}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}

/** Similar things side by side: three columns on a page of full width. */
export function Cards({ cards, wide }: { cards: readonly Entry[]; wide: boolean }) {
  return (
    <ul className={classNames("grid gap-4 sm:grid-cols-2", wide && "lg:grid-cols-3 lg:gap-6")}>
      {cards.map(({ title, texts }) => (
        <li key={title} className="rounded-xl border border-line bg-surface p-6">
          <h3 className="text-xl">{title}</h3>
          <p className="mt-2 text-[0.9375rem] text-ink-soft">{texts}</p>
        </li>
      ))}
    </ul>
  );
}

interface RecordEntry {
  title: string;
  facts: { label: string; value: string }[];
  /** The title is a technical name. */
  isCode: boolean;
}

/** Things with the same facts about each, like a table, but readable on a phone without scrolling sideways. */
export function Records({ entries }: { entries: RecordEntry[] }) {
  return (
    <div className="max-w-4xl border-b border-line">
      {entries.map(({ title, facts, isCode }) => (
        <section key={title} className="border-t border-line py-5">
          <h3 className="text-lg">{isCode ? <code className="font-mono text-base">{title}</code> : title}</h3>
          <dl className="mt-2 grid gap-x-8 gap-y-3 sm:grid-cols-[2fr_1fr_1fr]">
            {facts.map(({ label, value }) => (
              <div key={label}>
                <dt className="text-sm text-ink-soft">{label}</dt>
                <dd className="text-[0.9375rem]">{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}

/** The mark behind a sentence that cites a source: a link to the science page's list. */
export function SourceMark({ number }: { number: number }) {
  return (
    <sup>
      <a href={`/science#source-${number}`} aria-label={`Source ${number}`} className="px-0.5 no-underline">
        [{number}]
      </a>
    </sup>
  );
}

/** The list that the marks lead to: authors, title and place, and the finding in the page's own words. */
export function Publications({ entries }: { entries: readonly (Entry & { titleHtml: string })[] }) {
  return (
    <ol className="max-w-3xl border-b border-line">
      {entries.map(({ title, titleHtml, texts }, index) => (
        <li
          key={title}
          id={`source-${index + 1}`}
          className="grid grid-cols-[2.5rem_1fr] border-t border-line py-5 target:bg-moss-soft"
        >
          <span aria-hidden="true" className="font-display text-xl text-moss">
            {index + 1}
          </span>
          <div>
            <p
              className="[&_a]:text-moss [&_a]:underline [&_a]:underline-offset-4"
              // biome-ignore lint/security/noDangerouslySetInnerHtml: made on the server from app/content
              dangerouslySetInnerHTML={{ __html: titleHtml }}
            />
            {texts.length > 0 && <p className="mt-1 text-[0.9375rem] text-ink-soft">{texts}</p>}
          </div>
        </li>
      ))}
    </ol>
  );
}

export interface NextLink {
  label: string;
  to: string;
}

/** Small links side by side. */
export function LinkRow({ links }: { links: NextLink[] }) {
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-1">
      {links.map(({ label, to }) => (
        <li key={to}>
          <a href={to} className="inline-flex min-h-8 items-center text-moss underline underline-offset-4">
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Papers to download, each in a new tab. */
export function ResourceLinks({
  resources,
}: {
  resources: { title: string; description: string; path: string }[];
}) {
  return (
    <ul className="border-b border-line">
      {resources.map(({ title, description, path }) => (
        <li key={path} className="border-t border-line py-5">
          <h3 className="text-xl">
            <a
              href={path}
              target="_blank"
              rel="noopener"
              className="inline-flex min-h-8 items-center gap-3 text-moss underline underline-offset-4"
            >
              <FileDown aria-hidden className="size-5 shrink-0" />
              <span>
                {title}
                <span className="sr-only"> (PDF, opens in a new tab)</span>
              </span>
            </a>
          </h3>
          <p className="mt-1 text-ink-soft">{description}</p>
        </li>
      ))}
    </ul>
  );
}

interface FormPart {
  text: string;
  /** A line to write on. */
  isBlank: boolean;
  isSmall: boolean;
}

/** A form to print or to copy into an email. */
export function ResourceForm({ parts }: { parts: FormPart[] }) {
  return (
    <div className="max-w-2xl space-y-4 rounded-xl border border-line-strong bg-surface p-6">
      {parts.map(({ text, isBlank, isSmall }, at) =>
        isBlank ? (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: the form never changes
            key={at}
            aria-hidden="true"
            className="h-6 border-b border-dotted border-line-strong"
          />
        ) : (
          <p key={text} className={isSmall ? "text-sm text-ink-soft" : undefined}>
            {text}
          </p>
        ),
      )}
    </div>
  );
}

/** The subject of a table row. */
export function RowHead({ children }: { children: ReactNode }) {
  return (
    <th scope="row" className="border-b border-line px-3 py-3 text-left align-top font-semibold">
      {children}
    </th>
  );
}

export function DeliveryRates({ rule, currency }: { rule: DeliveryRule; currency: Currency }) {
  return (
    <Table caption="What delivery costs">
      <thead>
        <tr>
          <HeadCell>Delivery to</HeadCell>
          <HeadCell>Order of</HeadCell>
          <HeadCell className="text-right">Cost</HeadCell>
        </tr>
      </thead>
      <tbody>
        {deliveryRates(rule, currency).map(({ to, order, cost }) => (
          <tr key={to + order}>
            <RowHead>{to}</RowHead>
            <Cell>{order}</Cell>
            <Cell className="text-right font-medium tabular-nums">{cost}</Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
