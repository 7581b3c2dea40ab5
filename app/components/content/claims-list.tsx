import { Cell, HeadCell, Table } from "#app/components/ui/table.tsx";
import { displayLongDate } from "#server/core/shop-time.ts";
import { numberOf, type Statements } from "#server/settings/claims.ts";
import { RowHead } from "./text-blocks.tsx";

const count = new Intl.NumberFormat("en-GB");

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
                <Cell className="text-right tabular-nums">{count.format(kg)}</Cell>
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
