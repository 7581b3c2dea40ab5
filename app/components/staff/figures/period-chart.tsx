import { Link } from "@remix-run/react";
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useId, useRef, useState } from "react";
import { classNames } from "#app/components/ui/class-names.ts";
import { useHydrated } from "#app/lib/use-hydrated.ts";

interface Value {
  /** "Nov 2026" */
  name: string;
  value: number;
  display: string;
}

export interface PeriodColumn extends Value {
  /** Unique among the columns. */
  key: string;
  /** Below the chart, in a few characters. */
  label: string;
  before: Value | null;
  /** How it changed since then, as people read it; null where that says nothing. */
  change: string | null;
  to: string;
}

interface PeriodChartProps {
  title: string;
  /** A sentence that says what the columns show. */
  note: string;
  columns: readonly PeriodColumn[];
  /** What the columns are, and what the line is: "Each month", "the same month a year before". */
  legend: { now: string; before: string };
  /** A value of the scale in a few characters: "£12k". */
  scale: (value: number) => string;
  className?: string;
}

/** How many lines of the scale are wished for. */
const LINES = 4;
/** Every third column has its label, counted from the newest: three columns are as wide as one. */
const LABELLED = 3;
/** Of the plot, whose width and height are stretched to the page's. */
const SIZE = 100;

/**
 * Columns over time with a line of what came before, each a link that shows both values while it is pointed at or has
 * the focus. The links are as wide as a finger needs, so that many scroll sideways, the newest in sight. With
 * JavaScript one Tab reaches the chart and the arrow keys move along; without it each column is a stop. The page has to
 * put a table with the exact numbers beside it.
 */
export function PeriodChart({ title, note, columns, legend, scale, className }: PeriodChartProps) {
  const titleId = useId();
  const values = columns.flatMap(({ value, before }) => [value, before?.value ?? 0]);
  const ticks = ticksUpTo(Math.max(...values, 0));
  const height = (value: number) => SIZE - (value / (ticks.at(-1) || 1)) * SIZE;
  const spoken = (each: Value | undefined) => (each ? `${each.display} in ${each.name}` : "nothing");
  const highest = columns.reduce<PeriodColumn | undefined>(
    (best, column) => (best === undefined || column.value > best.value ? column : best),
    undefined,
  );
  return (
    <figure className={classNames("grid grid-cols-[minmax(0,1fr)] content-start gap-3", className)}>
      <figcaption>
        <span id={titleId} className="font-medium">
          {title}
        </span>
        <span className="block text-sm text-ink-soft">{note}</span>
      </figcaption>
      {/* Values are placed in this box, outside of the one that scrolls and would cut them off. */}
      <div className="group/chart relative grid grid-cols-[minmax(0,1fr)] gap-4">
        <div className="grid min-h-11 content-start text-sm text-ink-soft">
          <Key of="now">{legend.now}</Key>
          <Key of="before">{legend.before}</Key>
        </div>
        <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
          <div
            aria-hidden
            className="-my-2 flex h-48 flex-col-reverse justify-between text-right text-xs leading-4 text-ink-soft tabular-nums"
          >
            {ticks.map((tick) => (
              <span key={tick}>{scale(tick)}</span>
            ))}
          </div>
          {/* From right to left, so that it starts at its newest end. */}
          <div className="overflow-x-auto [direction:rtl]">
            <div className="grid min-w-max [direction:ltr]">
              <svg
                role="img"
                aria-label={`${title}. Highest: ${spoken(highest)}. Last: ${spoken(columns.at(-1))}.`}
                viewBox={`0 0 ${SIZE} ${SIZE}`}
                preserveAspectRatio="none"
                className="h-44 w-full overflow-visible [grid-area:1/1]"
              >
                {ticks.map((tick) => (
                  <line
                    key={tick}
                    x2={SIZE}
                    y1={height(tick)}
                    y2={height(tick)}
                    className="stroke-line"
                    vectorEffect="non-scaling-stroke"
                  />
                ))}
                <Drawing columns={columns} height={height} />
              </svg>
              <Columns columns={columns} labelledBy={titleId} />
              <div aria-hidden className="mt-1.5 flex h-4 text-xs text-ink-soft">
                {columns.map(({ key, label }, index) => (
                  <span key={key} className="flex min-w-6 flex-1 justify-end whitespace-nowrap">
                    {index > 0 && (columns.length - 1 - index) % LABELLED === 0 && (
                      <span className="w-0 [direction:rtl]">
                        <bdi dir="ltr">{label}</bdi>
                      </span>
                    )}
                  </span>
                ))}
              </div>
            </div>
          </div>
        </div>
      </div>
    </figure>
  );
}

/** Round values from nought to the highest or beyond, about as many as lines are wished for. */
function ticksUpTo(highest: number): number[] {
  if (highest <= 0) return [0];
  const power = 10 ** Math.floor(Math.log10(highest / LINES));
  const times = highest / LINES / power;
  const step = power * (times > 7 ? 10 : times > 3 ? 5 : times > 1.4 ? 2 : 1);
  return Array.from({ length: Math.ceil(highest / step) + 1 }, (_, index) => index * step);
}

/** The columns, and the line of what came before, on a ground of its own where it crosses them. */
function Drawing({
  columns,
  height,
}: Pick<PeriodChartProps, "columns"> & { height: (value: number) => number }) {
  const width = SIZE / columns.length;
  // Level over each column; broken where nothing came before.
  const path = columns
    .map(({ before }, index) => {
      if (!before) return "";
      const level = height(Math.max(0, before.value));
      return `${columns[index - 1]?.before ? `V${level}` : `M${index * width},${level}`}H${(index + 1) * width}`;
    })
    .join("");
  return (
    <>
      {columns.map(({ key, value }, index) => {
        const top = height(Math.max(0, value));
        return (
          <rect
            key={key}
            x={(index + 0.15) * width}
            y={top}
            width={0.7 * width}
            height={SIZE - top}
            className="fill-moss"
          />
        );
      })}
      {path && (
        <g fill="none" className="stroke-ink-soft" strokeWidth={1.5}>
          <path d={path} vectorEffect="non-scaling-stroke" className="stroke-paper" strokeWidth={4} />
          <path d={path} vectorEffect="non-scaling-stroke" />
        </g>
      )}
    </>
  );
}

function Columns({ columns, labelledBy }: Pick<PeriodChartProps, "columns"> & { labelledBy: string }) {
  const hydrated = useHydrated();
  const [reached, setReached] = useState<string | null>(null);
  const stop = columns.some(({ key }) => key === reached) ? reached : columns.at(-1)?.key;
  const row = useRef<HTMLDivElement>(null);
  /** The column that a finger came down on before its value was shown. */
  const touched = useRef<Element | null>(null);

  const move = (event: KeyboardEvent<HTMLAnchorElement>, at: number) => {
    const last = columns.length - 1;
    const to = { ArrowRight: Math.min(at + 1, last), ArrowLeft: Math.max(at - 1, 0), Home: 0, End: last }[
      event.key
    ];
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    row.current?.querySelectorAll("a").item(to).focus();
  };
  const touch = (event: PointerEvent<HTMLAnchorElement>) => {
    const { currentTarget, pointerType } = event;
    const isShown = currentTarget === document.activeElement;
    touched.current = pointerType === "touch" && !isShown ? currentTarget : null;
  };
  /** The first touch shows the value, the second follows the link. */
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    if (touched.current !== event.currentTarget) return;
    event.preventDefault();
    touched.current = null;
    event.currentTarget.focus();
  };

  return (
    // A group and no region: its heading is the figure's.
    // biome-ignore lint/a11y/useSemanticElements: no set of fields
    <div ref={row} role="group" aria-labelledby={labelledBy} className="flex h-44 [grid-area:1/1]">
      {columns.map((column, index) => (
        <Link
          key={column.key}
          to={column.to}
          aria-label={describeColumn(column)}
          tabIndex={hydrated && column.key !== stop ? -1 : undefined}
          onFocus={() => setReached(column.key)}
          onKeyDown={(event) => move(event, index)}
          onPointerDown={touch}
          onClick={follow}
          className="group/column min-w-6 flex-1 -outline-offset-2 hover:bg-moss/10 focus:bg-moss/10"
        >
          <span className="pointer-events-none absolute inset-x-0 top-0 hidden min-h-11 content-start bg-paper text-sm text-ink tabular-nums group-hover/column:grid group-focus/column:grid group-has-[a:hover]/chart:not-group-hover/column:hidden!">
            <Key of="now">
              {column.name}: <strong className="font-semibold">{column.display}</strong>
            </Key>
            <Key of="before">
              {column.before ? describeBefore(column, column.before) : "Nothing before it"}
            </Key>
          </span>
        </Link>
      ))}
    </div>
  );
}

function describeColumn(column: PeriodColumn): string {
  const now = `${column.name}: ${column.display}`;
  return column.before ? `${now}. ${describeBefore(column, column.before)}` : now;
}

function describeBefore({ change }: PeriodColumn, before: Value): string {
  return `${before.name}: ${before.display}${change ? ` (${change})` : ""}`;
}

/** A sample of the columns or of the line, and what it stands for. */
function Key({ of, children }: { of: "now" | "before"; children: React.ReactNode }) {
  return (
    <span className="flex items-baseline gap-2">
      <svg aria-hidden viewBox="0 0 12 10" className="h-2.5 w-3 shrink-0">
        {of === "now" ? (
          <rect x={2} width={8} height={10} className="fill-moss" />
        ) : (
          <line x2={12} y1={6} y2={6} strokeWidth={1.5} className="stroke-ink-soft" />
        )}
      </svg>
      <span>{children}</span>
    </span>
  );
}
