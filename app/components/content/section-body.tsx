import { Link } from "@remix-run/react";
import type { ContentSection } from "./content-page.ts";

/** What a section says, in the order: text, list, steps, figures, links. */
export function SectionBody({ section }: { section: ContentSection }) {
  return (
    <div className="max-w-2xl space-y-4">
      {section.paragraphs?.map((paragraph) => (
        <p key={paragraph} className="text-ink-soft">
          {paragraph}
        </p>
      ))}
      {section.list && (
        <ul className="list-disc space-y-1.5 pl-5 text-ink-soft marker:text-moss">
          {section.list.map((entry) => (
            <li key={entry}>{entry}</li>
          ))}
        </ul>
      )}
      {section.steps && <Steps steps={section.steps} />}
      {section.facts && <Facts facts={section.facts} />}
      {section.links && <SectionLinks links={section.links} />}
    </div>
  );
}

function Steps({ steps }: { steps: string[] }) {
  return (
    <ol className="space-y-4 text-ink-soft">
      {steps.map((step, index) => (
        <li key={step} className="flex gap-4">
          <span aria-hidden="true" className="w-4 shrink-0 font-display text-2xl leading-none text-moss">
            {index + 1}
          </span>
          <span>{step}</span>
        </li>
      ))}
    </ol>
  );
}

function Facts({ facts }: { facts: NonNullable<ContentSection["facts"]> }) {
  return (
    <dl className="grid grid-cols-2 gap-x-8 gap-y-6 sm:grid-cols-3">
      {facts.map(({ label, value }) => (
        <div key={label} className="flex flex-col-reverse justify-end">
          <dt className="text-sm text-ink-soft">{label}</dt>
          <dd className="font-display text-2xl">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function SectionLinks({ links }: { links: NonNullable<ContentSection["links"]> }) {
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-1">
      {links.map(({ label, to }) => (
        <li key={to}>
          <Link to={to} className="inline-flex min-h-8 items-center text-moss underline underline-offset-4">
            {label}
          </Link>
        </li>
      ))}
    </ul>
  );
}
