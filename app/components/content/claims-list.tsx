import { classNames } from "#app/components/ui/class-names.ts";
import { Cell, HeadCell, Table } from "#app/components/ui/table.tsx";
import { displayCount } from "#app/lib/display.ts";
import { displayLongDate } from "#server/core/shop-time.ts";
import { numberOf, type Statements } from "#server/settings/claims.ts";
import { RowHead } from "./text-blocks.tsx";

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

/** All figures that the site states, each with its source (docs/rules.md#content-1). */
export function ClaimsList({ claims, retailYears }: Statements) {
  const sum = retailYears.reduce((kg, year) => kg + year.kg, 0);
  return (
    <>
      <dl className="max-w-3xl border-b border-line">
        {Object.values(claims).map(({ figure, says, source, checkedOn }) => (
          <div key={says} className="grid gap-x-8 border-t border-line py-3.5 sm:grid-cols-[11rem_1fr]">
            <dt className="font-display text-xl">{figure}</dt>
            <dd>
              {says}{" "}
              <span className="block text-sm text-ink-soft">
                {checkedOn ? `${source}. Checked on ${displayLongDate(checkedOn)}` : source}
              </span>
            </dd>
          </div>
        ))}
      </dl>
      <div className="max-w-xl">
        <Table caption="Retail biochar sold by year, as recorded" captionVisible>
          <thead>
            <tr>
              <HeadCell>Year</HeadCell>
              <HeadCell className="text-right">Kilograms</HeadCell>
              <HeadCell className="text-right">Share stated</HeadCell>
            </tr>
          </thead>
          <tbody>
            {retailYears.map(({ year, kg, share }) => (
              <tr key={year}>
                <RowHead>{year}</RowHead>
                <Cell className="text-right tabular-nums">{displayCount(kg)}</Cell>
                <Cell className="text-right tabular-nums">{share}%</Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
      {sum !== numberOf(claims.sold) && (
        <p className="max-w-2xl text-[0.9375rem] text-ink-soft">
          The years were recorded one by one and add up to {sum > numberOf(claims.sold) ? "more" : "less"}{" "}
          than the total since 2019, so please read each row by itself; until the difference is settled, use
          neither for accounts of your own.
        </p>
      )}
    </>
  );
}
