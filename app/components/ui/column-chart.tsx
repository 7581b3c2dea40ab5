import { useId, useState } from "react";
import { classNames } from "./class-names.ts";

interface Column {
  /** Below the chart and beside the value: "Nov 2026". */
  label: string;
  value: number;
  /** The value as people read it. */
  display: string;
}

interface ColumnChartProps {
  title: string;
  /** A sentence that says what the columns show. */
  note?: string;
  columns: Column[];
  /** A value of the scale in a few characters: "£12k". */
  scale: (value: number) => string;
  className?: string;
}

/** Most labels that fit side by side on a phone. */
const MOST_LABELS = 6;

/**
 * Columns over time for the public pages, drawn without a library. Pointing at one, or tapping it, shows its value. The
 * chart is only a picture: the page has to put a table with the exact numbers beside it.
 */
export function ColumnChart({ title, note, columns, scale, className }: ColumnChartProps) {
  const titleId = useId();
  const [pointed, setPointed] = useState<Column | null>(null);
  const top = roundUp(Math.max(0, ...columns.map(({ value }) => value)));
  const highest = columns.reduce<Column | undefined>(
    (best, column) => (best === undefined || column.value > best.value ? column : best),
    undefined,
  );
  const last = columns.at(-1);
  const summary =
    highest && last ? `Highest: ${highest.display} in ${highest.label}. Last: ${last.display}.` : "";
  return (
    <figure className={classNames("grid content-start gap-3", className)}>
      <figcaption>
        <span id={titleId} className="font-medium">
          {title}
        </span>
        {note && <span className="block text-sm text-ink-soft">{note}</span>}
      </figcaption>
      <div className="relative grid grid-cols-[auto_1fr] gap-x-2" onPointerLeave={() => setPointed(null)}>
        {pointed && (
          <p
            aria-hidden
            className="pointer-events-none absolute -top-4 right-0 rounded border border-line bg-surface px-2 py-0.5 text-sm tabular-nums shadow-raised"
          >
            <span>{pointed.label}</span>: <strong className="font-medium">{pointed.display}</strong>
          </p>
        )}
        <div
          aria-hidden
          className="flex h-44 flex-col justify-between text-right text-xs text-ink-soft tabular-nums"
        >
          <span className="-mt-2">{scale(top)}</span>
          <span>{scale(top / 2)}</span>
          <span className="-mb-2">{scale(0)}</span>
        </div>
        <svg
          role="img"
          aria-label={`${title}. ${summary}`}
          viewBox={`0 0 ${columns.length * 10} 100`}
          preserveAspectRatio="none"
          className="h-44 w-full overflow-visible"
        >
          {[0, 50, 100].map((y) => (
            <line
              key={y}
              x1={0}
              x2={columns.length * 10}
              y1={y}
              y2={y}
              className="stroke-line"
              vectorEffect="non-scaling-stroke"
            />
          ))}
          {columns.map((column, index) => {
            const height = top === 0 ? 0 : (Math.max(0, column.value) / top) * 100;
            return (
              <g key={column.label}>
                <rect x={index * 10 + 1.5} y={100 - height} width={7} height={height} className="fill-moss" />
                <rect
                  x={index * 10}
                  y={0}
                  width={10}
                  height={100}
                  onPointerEnter={() => setPointed(column)}
                  className="fill-transparent hover:fill-moss/10"
                />
              </g>
            );
          })}
        </svg>
        <ColumnLabels columns={columns} />
      </div>
    </figure>
  );
}

/** Each column's label while they fit, otherwise only the first, the middle and the last. */
function ColumnLabels({ columns }: Pick<ColumnChartProps, "columns">) {
  const allFit = columns.length <= MOST_LABELS;
  const middle = columns.length > 4 ? columns[Math.floor((columns.length - 1) / 2)] : undefined;
  const ends = [columns[0], middle, columns.length > 1 ? columns.at(-1) : undefined];
  return (
    <div
      aria-hidden
      className={classNames(
        "col-start-2 mt-1.5 flex text-xs text-ink-soft",
        allFit ? "justify-around tabular-nums" : "justify-between",
      )}
    >
      {(allFit ? columns : ends).map(
        (column) =>
          column && (
            <span key={column.label} className={allFit ? "flex-1 text-center" : undefined}>
              {column.label}
            </span>
          ),
      )}
    </div>
  );
}

/** The next value with one significant digit, so that the scale and its half are easy to read. */
function roundUp(value: number): number {
  if (value <= 0) return 0;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 3, 4, 5, 6, 8, 10].find((factor) => factor * power >= value) ?? 10;
  return step * power;
}
