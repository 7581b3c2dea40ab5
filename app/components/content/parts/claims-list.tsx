import { Cell, HeadCell, Table } from "#app/components/ui/table.tsx";
import { claims } from "#server/content/claims.ts";
import { yearlySales } from "#server/content/research-report/report.ts";
import { RowHead } from "./sections.tsx";

const count = new Intl.NumberFormat("en-GB");

/** All figures that the site states, each with its source (docs/rules.md#content-1). */
export function ClaimsList() {
  return (
    <>
      <dl className="max-w-3xl border-b border-line">
        {Object.values(claims).map(({ figure, says, source }) => (
          <div key={says} className="grid gap-x-8 border-t border-line py-3.5 sm:grid-cols-[11rem_1fr]">
            <dt className="font-display text-xl">{figure}</dt>
            <dd>
              {says} <span className="block text-sm text-ink-soft">{source}</span>
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
            {yearlySales.map(({ year, kilograms, share }) => (
              <tr key={year}>
                <RowHead>{year}</RowHead>
                <Cell className="text-right tabular-nums">{count.format(kilograms)}</Cell>
                <Cell className="text-right tabular-nums">{share}</Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
      <p className="max-w-2xl text-[0.9375rem] text-ink-soft">
        The years were recorded one by one and add up to more than the total since 2019, so please read each
        row by itself; until the difference is settled, use neither for accounts of your own.
      </p>
    </>
  );
}
