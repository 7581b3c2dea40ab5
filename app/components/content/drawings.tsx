interface Described {
  title: string;
  texts: readonly string[];
}

/** Files, whose classes give them the colours of the scheme. */
const sources = import.meta.glob<string>("../../content/drawings/*.svg", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** A drawing; the file says what it shows, where the text beside it does not. */
export function Drawing({ name }: { name: string }) {
  const svg = sources[`../../content/drawings/${name}.svg`];
  if (!svg) throw new Error(`There is no drawing ${name}`);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a file of our own
  return <div dangerouslySetInnerHTML={{ __html: svg }} />;
}

const productionDrawings = ["wood-and-heat", "kiln", "sieve"];

/**
 * How biochar is made: what goes in, the heat, what is checked and packed. Three drawings in a row, each with its figure
 * and its text.
 */
export function ProductionSteps({ steps }: { steps: readonly Described[] }) {
  return (
    <ol className="grid gap-x-8 gap-y-10 md:grid-cols-3">
      {steps.map(({ title, texts: [figure, text] }, index) => (
        <li key={title}>
          <Drawing name={productionDrawings[index] ?? ""} />
          <div className="mt-4 flex items-baseline gap-3">
            <span aria-hidden="true" className="font-display text-3xl text-moss">
              {index + 1}
            </span>
            <h3 className="text-xl">{title}</h3>
          </div>
          <p className="mt-1 font-display text-2xl">{figure}</p>
          <p className="mt-2 text-ink-soft">{text}</p>
        </li>
      ))}
    </ol>
  );
}

interface MarkedDrawingProps {
  name: string;
  /** What its numbers mean: the text version of the drawing. */
  marks: readonly Described[];
}

/** A drawing with numbers, and their legend. */
export function MarkedDrawing({ name, marks }: MarkedDrawingProps) {
  return (
    <div className="grid items-center gap-x-16 gap-y-8 lg:grid-cols-2">
      <div className="mx-auto w-full max-w-lg lg:mx-0 lg:max-w-none">
        <Drawing name={name} />
      </div>
      <ol className="space-y-5">
        {marks.map((mark, index) => (
          <li key={mark.title} className="grid grid-cols-[2.5rem_1fr] gap-x-3">
            <span
              aria-hidden="true"
              className="inline-flex size-8 items-center justify-center rounded-full bg-moss text-sm font-semibold text-on-moss"
            >
              {index + 1}
            </span>
            <div>
              <h3 className="text-xl">{mark.title}</h3>
              <p className="mt-1 text-ink-soft">{mark.texts}</p>
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}
