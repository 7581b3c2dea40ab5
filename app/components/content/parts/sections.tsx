import type { ReactNode } from "react";
import { buttonClass } from "#app/components/ui/button.tsx";
import { classNames } from "#app/components/ui/class-names.ts";
import { Picture } from "#app/components/ui/picture.tsx";
import type { ContentPicture } from "../content-page.ts";
import { type PublicationNumber, publications } from "../publications.ts";

interface PageHeadProps {
  /** A few words above the title. */
  eyebrow: string;
  title: string;
  lead: string;
  picture?: ContentPicture;
  /** The first links that a reader is offered. */
  children?: ReactNode;
}

/** Title on the left, the page's subject on the right, and a wide picture below. */
export function PageHead({ eyebrow, title, lead, picture, children }: PageHeadProps) {
  return (
    <header className="frame pt-10 lg:pt-16">
      <div className="grid items-end gap-x-16 gap-y-5 lg:grid-cols-[6fr_6fr]">
        <div>
          <p className="text-sm font-medium text-moss">{eyebrow}</p>
          <h1 className="mt-3 text-title">{title}</h1>
        </div>
        <div>
          <p className="max-w-2xl text-xl text-ink-soft">{lead}</p>
          {children && <div className="mt-6 flex flex-wrap gap-3">{children}</div>}
        </div>
      </div>
      {picture && (
        <Picture
          {...picture}
          priority
          sizes="(min-width: 80rem) 75rem, calc(100vw - 2rem)"
          className="mt-10 aspect-video w-full rounded-2xl object-cover sm:aspect-21/9 lg:mt-12"
        />
      )}
    </header>
  );
}

interface SectionProps {
  heading: ReactNode;
  /** An anchor for links from other pages. */
  id?: string;
  /** A sentence under the heading. */
  intro?: string;
  children: ReactNode;
}

/** The heading on the left, the text on the right. */
export function Section({ heading, id, intro, children }: SectionProps) {
  return (
    <section id={id} className="frame grid gap-x-16 gap-y-6 py-12 lg:grid-cols-[4fr_8fr] lg:py-16">
      <div className="self-start lg:sticky lg:top-24">
        <h2 className="text-section">{heading}</h2>
        {intro && <p className="mt-3 max-w-md text-ink-soft">{intro}</p>}
      </div>
      <div className="min-w-0 space-y-8">{children}</div>
    </section>
  );
}

/** A section of full width, with a darker background unless it is plain: for a drawing or for figures. */
export function Band({ heading, id, intro, plain = false, children }: SectionProps & { plain?: boolean }) {
  return (
    <section id={id} className={plain ? undefined : "bg-sunken"}>
      <div className="frame py-12 lg:py-20">
        <h2 className="max-w-3xl text-section">{heading}</h2>
        {intro && <p className="mt-3 max-w-2xl text-lg text-ink-soft">{intro}</p>}
        <div className="mt-8 lg:mt-12">{children}</div>
      </div>
    </section>
  );
}

/** Running text. */
export function Text({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div className={classNames("prose text-ink-soft [&_:is(h3,strong)]:text-ink", className)}>{children}</div>
  );
}

/** One sentence that states the page's main point. */
export function PullQuote({ children }: { children: ReactNode }) {
  return (
    <p className="max-w-3xl border-l-4 border-moss pl-5 font-display text-2xl leading-snug lg:text-3xl">
      {children}
    </p>
  );
}

/** The subject of a table row. */
export function RowHead({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <th
      scope="row"
      className={classNames("border-b border-line px-3 py-3 text-left align-top font-semibold", className)}
    >
      {children}
    </th>
  );
}

interface Entry {
  title: string;
  facts: { label: string; value: string }[];
  /** The title is a technical name. */
  isCode?: boolean;
}

/** Things with the same facts about each, like a table, but readable on a phone without scrolling sideways. */
export function Records({ entries }: { entries: Entry[] }) {
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
export function Source({ number }: { number: PublicationNumber }) {
  return (
    <sup>
      <a href={`/science#source-${number}`} aria-label={`Source ${number}`} className="px-0.5 no-underline">
        [{number}]
      </a>
    </sup>
  );
}

/** The list that the marks lead to. */
export function Publications() {
  return (
    <ol className="max-w-3xl border-b border-line">
      {publications.map((publication, index) => (
        <li
          key={publication.url + publication.where}
          id={`source-${index + 1}`}
          className="grid grid-cols-[2.5rem_1fr] border-t border-line py-5 target:bg-moss-soft"
        >
          <span aria-hidden="true" className="font-display text-xl text-moss">
            {index + 1}
          </span>
          <div>
            <p>
              {publication.authors}:{" "}
              <a href={publication.url} className="text-moss underline underline-offset-4">
                {publication.title}
              </a>
              , {publication.where}
            </p>
            {"found" in publication && (
              <p className="mt-1 text-[0.9375rem] text-ink-soft">{publication.found}</p>
            )}
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

interface NextLinksProps {
  heading: string;
  text?: string;
  /** The first link is the prominent one. */
  links: NextLink[];
}

/** Further links at the end of a page. */
export function NextLinks({ heading, text, links }: NextLinksProps) {
  return (
    <section className="frame pt-8 pb-4 lg:pt-12">
      <div className="rounded-2xl bg-moss-soft px-6 py-10 sm:px-10 lg:px-16 lg:py-14">
        <h2 className="max-w-2xl text-section">{heading}</h2>
        {text && <p className="mt-3 max-w-2xl">{text}</p>}
        <ul className="mt-6 flex flex-wrap gap-3">
          {links.map(({ label, to }, index) => (
            <li key={to}>
              <ButtonAnchor label={label} to={to} variant={index === 0 ? "primary" : "secondary"} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** A plain link that looks like a button: text pages render without a router. */
export function ButtonAnchor({ label, to, variant }: NextLink & { variant?: "primary" | "secondary" }) {
  return (
    <a href={to} className={buttonClass({ variant })}>
      {label}
    </a>
  );
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
