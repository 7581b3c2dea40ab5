interface Entry {
  title: string;
  facts: { label: string; value: string }[];
  /** The title is a name that a computer uses. */
  isCode?: boolean;
}

/** Things with the same facts about each, as a table would have them; readable on a phone without scrolling sideways. */
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
