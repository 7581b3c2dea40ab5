import type { ReactNode } from "react";
import { classNames } from "#app/components/ui/class-names.ts";
import { Picture } from "#app/components/ui/picture.tsx";
import type { Claim } from "#server/settings/claims.ts";
import type { ContentPicture } from "../content-page.ts";

/** Large figures, each with its label below. */
export function Figures({
  claims,
  columns = 3,
}: {
  claims: Pick<Claim, "figure" | "says">[];
  columns?: 2 | 3 | 4;
}) {
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

/** "under 18%" at the beginning of a line. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Terms with their explanations, line by line. */
export function Definitions({ entries }: { entries: { term: string; meaning: string; to?: string }[] }) {
  return (
    <dl className="max-w-3xl border-b border-line">
      {entries.map(({ term, meaning, to }) => (
        <div key={term} className="grid gap-x-8 gap-y-1 border-t border-line py-4 sm:grid-cols-[13rem_1fr]">
          <dt className="font-medium">
            {to ? (
              <a
                href={to}
                className="inline-flex min-h-6 items-center text-moss underline underline-offset-4"
              >
                {term}
              </a>
            ) : (
              term
            )}
          </dt>
          <dd className="text-ink-soft">{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}

interface PictureRowProps {
  picture: ContentPicture;
  heading: string;
  id?: string;
  /** Puts the picture on the right where there is room. */
  pictureRight?: boolean;
  children: ReactNode;
}

/** A picture beside its text. */
export function PictureRow({ picture, heading, id, pictureRight, children }: PictureRowProps) {
  return (
    <section id={id} className="frame grid items-center gap-x-16 gap-y-6 py-10 md:grid-cols-2 lg:py-14">
      <Picture
        {...picture}
        sizes="(min-width: 80rem) 36rem, (min-width: 48rem) 45vw, calc(100vw - 2rem)"
        // A product stands in the lower part of its square picture.
        className={classNames(
          "aspect-6/5 w-full rounded-2xl object-cover object-[50%_95%]",
          pictureRight && "md:order-last",
        )}
      />
      <div>
        <h2 className="text-section">{heading}</h2>
        <div className="prose mt-4 text-ink-soft [&_:is(h3,strong)]:text-ink">{children}</div>
      </div>
    </section>
  );
}

interface Step {
  title: string;
  text: string;
}

/** Steps in order. */
export function Steps({ steps }: { steps: Step[] }) {
  return (
    <ol className="max-w-3xl space-y-6">
      {steps.map(({ title, text }, index) => (
        <li key={title} className="grid grid-cols-[2.5rem_1fr] gap-x-3">
          <span aria-hidden="true" className="font-display text-3xl leading-none text-moss">
            {index + 1}
          </span>
          <div>
            <h3 className="text-xl">{title}</h3>
            <p className="mt-1.5 text-ink-soft">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}

/** Similar things side by side: three columns on a page of full width. */
export function Cards({ cards, wide = false }: { cards: Step[]; wide?: boolean }) {
  return (
    <ul className={classNames("grid gap-4 sm:grid-cols-2", wide && "lg:grid-cols-3 lg:gap-6")}>
      {cards.map(({ title, text }) => (
        <li key={title} className="rounded-xl border border-line bg-surface p-6">
          <h3 className="text-xl">{title}</h3>
          <p className="mt-2 text-[0.9375rem] text-ink-soft">{text}</p>
        </li>
      ))}
    </ul>
  );
}
