import { Cell, HeadCell, Table } from "#app/components/ui/table.tsx";
import { claims } from "#server/content/claims.ts";
import { yearlySales } from "#server/content/research-report/report-figures.ts";

const count = new Intl.NumberFormat("en-GB");

/** All that the site states in figures, with where each comes from (resolution B22). */
export function ClaimsTable() {
  return (
    <>
      <Table caption="The figures of this site and their sources">
        <thead>
          <tr>
            <HeadCell>Figure</HeadCell>
            <HeadCell>What it is</HeadCell>
            <HeadCell>Source</HeadCell>
          </tr>
        </thead>
        <tbody>
          {Object.values(claims).map(({ figure, says, source }) => (
            <tr key={says}>
              <HeadCell scope="row" className="border-line py-3 align-top whitespace-nowrap">
                {figure}
              </HeadCell>
              <Cell>{says}</Cell>
              <Cell className="min-w-48 text-ink-soft">{source}</Cell>
            </tr>
          ))}
        </tbody>
      </Table>
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
              <HeadCell scope="row" className="border-line py-3">
                {year}
              </HeadCell>
              <Cell className="text-right tabular-nums">{count.format(kilograms)}</Cell>
              <Cell className="text-right tabular-nums">{share}</Cell>
            </tr>
          ))}
        </tbody>
      </Table>
      <p className="max-w-2xl text-[0.9375rem] text-ink-soft">
        The years were recorded one by one and add up to more than the total since 2019, so please read each
        row by itself; until the difference is settled, use neither for accounts of your own.
      </p>
    </>
  );
}
