interface Bar {
  label: string;
  value: number;
  /** The value as text. */
  shown: string;
  /** Marks the bar of a product that is not ours. */
  muted?: boolean;
}

interface BarsProps {
  bars: Bar[];
  /** The value of a bar of full width. */
  full: number;
}

/** Quantities side by side. Each is written out; the bar only illustrates it. */
export function Bars({ bars, full }: BarsProps) {
  return (
    <ul className="max-w-3xl space-y-5">
      {bars.map(({ label, value, shown, muted }) => (
        <li key={label}>
          <div className="flex items-baseline justify-between gap-x-6">
            <span>{label}</span>
            <span className="shrink-0 font-display text-2xl tabular-nums">{shown}</span>
          </div>
          <svg aria-hidden="true" className="mt-1.5 block h-3 w-full">
            <rect width="100%" height="100%" rx="6" className="fill-line" />
            <rect
              width={`${((value / full) * 100).toFixed(2)}%`}
              height="100%"
              rx="6"
              className={muted ? "fill-line-strong" : "fill-moss"}
            />
          </svg>
        </li>
      ))}
    </ul>
  );
}

interface Range {
  label: string;
  from: number;
  to: number;
  /** The span as text. */
  shown: string;
}

interface RangesProps {
  ranges: Range[];
  from: number;
  to: number;
  unit: string;
}

/** Spans on one scale, such as temperatures. Each is written out; the bar only illustrates it. */
export function Ranges({ ranges, from, to, unit }: RangesProps) {
  const place = (value: number) => ((value - from) / (to - from)) * 100;
  return (
    <div className="max-w-3xl">
      <ul className="space-y-5">
        {ranges.map((range) => (
          <li key={range.label}>
            <div className="flex items-baseline justify-between gap-x-6">
              <span>{range.label}</span>
              <span className="shrink-0 font-display text-2xl">{range.shown}</span>
            </div>
            <svg aria-hidden="true" className="mt-1.5 block h-3 w-full">
              <rect width="100%" height="100%" rx="6" className="fill-line" />
              <rect
                x={`${place(range.from).toFixed(2)}%`}
                width={`${(place(range.to) - place(range.from)).toFixed(2)}%`}
                height="100%"
                rx="6"
                className="fill-moss"
              />
            </svg>
          </li>
        ))}
      </ul>
      <p aria-hidden="true" className="mt-2 flex justify-between text-sm text-ink-soft">
        <span>{`${from}${unit}`}</span>
        <span>{`${to}${unit}`}</span>
      </p>
    </div>
  );
}
