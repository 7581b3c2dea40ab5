import { classNames } from "#app/components/ui/class-names.ts";
import { Cell, HeadCell, Table } from "#app/components/ui/table.tsx";
import { displayMonth } from "#app/lib/display.ts";
import { displayRate, type TaxedAmount } from "#server/orders/invoices/vat-document.ts";
import { type CurrencyCode, formatMoney } from "#server/pricing/money.ts";
import type { VatFigures, VatPeriod, VatReport } from "#server/reports/vat-report.ts";

/** A group of rows for each period, a row for each rate, and all periods together. */
export function VatTable({ report: { periods, whole, currency } }: { report: VatReport }) {
  return (
    <Table
      caption={`VAT by rate, ${periodLabel(whole)}`}
      className="text-right whitespace-nowrap tabular-nums"
    >
      <thead>
        <tr>
          <HeadCell rowSpan={2} className="text-left align-bottom">
            Period
          </HeadCell>
          <HeadCell rowSpan={2} className="align-bottom">
            Rate
          </HeadCell>
          <HeadCell colSpan={2} scope="colgroup" className={groupStart}>
            Invoices
          </HeadCell>
          <HeadCell colSpan={2} scope="colgroup" className={groupStart}>
            Credit less debit notes
          </HeadCell>
          <HeadCell colSpan={3} scope="colgroup" className={groupStart}>
            Due
          </HeadCell>
        </tr>
        <tr>
          <HeadCell className={groupStart}>Net</HeadCell>
          <HeadCell>VAT</HeadCell>
          <HeadCell className={groupStart}>Net</HeadCell>
          <HeadCell>VAT</HeadCell>
          <HeadCell className={groupStart}>Net</HeadCell>
          <HeadCell>VAT</HeadCell>
          <HeadCell>Gross</HeadCell>
        </tr>
      </thead>
      {periods.map((period) => (
        <tbody key={period.from}>
          <PeriodRows period={period} currency={currency} />
        </tbody>
      ))}
      {periods.length > 1 && (
        <tfoot className="bg-sunken">
          <PeriodRows period={whole} currency={currency} />
        </tfoot>
      )}
    </Table>
  );
}

const groupStart = "border-l border-l-line";

function PeriodRows({ period, currency }: { period: VatPeriod; currency: CurrencyCode }) {
  const { rates, total } = period;
  const isSummed = rates.length !== 1;
  return (
    <>
      {rates.map(({ vatRate, ...figures }, index) => (
        <tr key={vatRate}>
          {index === 0 && <PeriodHead period={period} rows={rates.length + (isSummed ? 1 : 0)} />}
          <Cell className="py-1.5!">{displayRate(vatRate)}</Cell>
          <Figures figures={figures} currency={currency} />
        </tr>
      ))}
      {isSummed && (
        <tr className="font-medium">
          {rates.length === 0 && <PeriodHead period={period} rows={1} />}
          <Cell className="py-1.5!">All rates</Cell>
          <Figures figures={total} currency={currency} />
        </tr>
      )}
    </>
  );
}

function PeriodHead({ period, rows }: { period: VatPeriod; rows: number }) {
  return (
    <th
      scope="rowgroup"
      rowSpan={rows}
      className="border-b border-line px-3 py-1.5 text-left align-top font-medium"
    >
      {periodLabel(period)}
    </th>
  );
}

function Figures({
  figures: { sales, credited, due },
  currency,
}: {
  figures: VatFigures;
  currency: CurrencyCode;
}) {
  return (
    <>
      <Money amount={sales} currency={currency} />
      <Money amount={credited} currency={currency} />
      <Money amount={due} currency={currency} />
      <Cell className="py-1.5!">{formatMoney(due.gross, currency)}</Cell>
    </>
  );
}

function Money({ amount: { net, vat }, currency }: { amount: TaxedAmount; currency: CurrencyCode }) {
  return (
    <>
      <Cell className={classNames("py-1.5!", groupStart)}>{formatMoney(net, currency)}</Cell>
      <Cell className="py-1.5!">{formatMoney(vat, currency)}</Cell>
    </>
  );
}

/** "Nov 2026", "Sept 2026 to Nov 2026" */
export function periodLabel({ from, to }: Pick<VatPeriod, "from" | "to">): string {
  return from === to ? displayMonth(from) : `${displayMonth(from)} to ${displayMonth(to)}`;
}
