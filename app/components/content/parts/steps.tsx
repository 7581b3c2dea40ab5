import { classNames } from "#app/components/ui/class-names.ts";

interface Step {
  title: string;
  text: string;
}

/** What happens, in order. */
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

/** Several things of the same kind, side by side: three of them where they have the whole page. */
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
