import { classNames } from "#app/components/ui/class-names.ts";

interface Bar {
  label: string;
  from: number;
  to: number;
  /** The quantity or the span as text. */
  shown: string;
  /** Marks the bar of a product that is not ours. */
  muted?: boolean;
}

interface BarsProps {
  bars: Bar[];
  /** The ends of the scale. */
  from: number;
  to: number;
  /** Of the scale, where it is written below. */
  unit?: string;
}

/** Quantities, or spans such as temperatures, side by side. Each is written out; the bar only illustrates it. */
export function Bars({ bars, from, to, unit }: BarsProps) {
  const place = (value: number) => ((value - from) / (to - from)) * 100;
  return (
    <div className="max-w-3xl">
      <ul className="space-y-5">
        {bars.map((bar) => (
          <li key={bar.label}>
            <div className="flex items-baseline justify-between gap-x-6">
              <span>{bar.label}</span>
              <span className={classNames("shrink-0 font-display text-2xl", !unit && "tabular-nums")}>
                {bar.shown}
              </span>
            </div>
            <svg aria-hidden="true" className="mt-1.5 block h-3 w-full">
              <rect width="100%" height="100%" rx="6" className="fill-line" />
              <rect
                x={`${place(bar.from).toFixed(2)}%`}
                width={`${(place(bar.to) - place(bar.from)).toFixed(2)}%`}
                height="100%"
                rx="6"
                className={bar.muted ? "fill-line-strong" : "fill-moss"}
              />
            </svg>
          </li>
        ))}
      </ul>
      {unit && (
        <p aria-hidden="true" className="mt-2 flex justify-between text-sm text-ink-soft">
          <span>{`${from}${unit}`}</span>
          <span>{`${to}${unit}`}</span>
        </p>
      )}
    </div>
  );
}
