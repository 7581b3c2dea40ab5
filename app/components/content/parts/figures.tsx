import { classNames } from "#app/components/ui/class-names.ts";
import type { Claim } from "#server/content/claims.ts";

/** Large figures, each with what it counts beneath it. */
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

/** Words with what they mean, line by line. */
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
