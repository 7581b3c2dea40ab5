import { ColumnChart } from "#app/components/ui/column-chart.tsx";
import { Cell, HeadCell, Table } from "#app/components/ui/table.tsx";
import { displayCount, displayShort } from "#app/lib/display-number.ts";
import { retailYears } from "#server/community/retail-years.ts";

/** What was sold year by year, as stated: columns for the eye, a table for whoever wants the numbers. */
export function RetailChart() {
  return (
    <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-[7fr_5fr]">
      <ColumnChart
        title="Retail biochar sold by year"
        note="Kilograms, as stated for each year"
        scale={(kg) => `${displayShort(kg)} kg`}
        columns={retailYears.map(({ year, kg }) => ({
          label: String(year),
          value: kg,
          display: `${displayCount(kg)} kg`,
        }))}
      />
      <Table caption="Retail biochar sold by year">
        <thead>
          <tr>
            <HeadCell>Year</HeadCell>
            <HeadCell className="text-right">Biochar</HeadCell>
            <HeadCell className="text-right">Share, as stated</HeadCell>
          </tr>
        </thead>
        <tbody className="tabular-nums">
          {retailYears.map(({ year, kg, share }) => (
            <tr key={year}>
              <th scope="row" className="border-b border-line px-3 py-1.5 font-normal">
                {year}
              </th>
              <Cell className="py-1.5! text-right">{displayCount(kg)} kg</Cell>
              <Cell className="py-1.5! text-right">{share}%</Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
