import { Form, useSearchParams } from "@remix-run/react";
import { DataTable } from "#app/components/staff/kit/rows-table.tsx";
import { DownloadCsv } from "#app/components/staff/kit/staff-list.tsx";
import { AsOf, StaffPanel } from "#app/components/staff/staff-panel.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { classNames } from "#app/components/ui/class-names.ts";
import { SelectField } from "#app/components/ui/fields.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { SmallButtonLink } from "#app/components/ui/small-actions.tsx";
import { Cell, HeadCell, Table } from "#app/components/ui/table.tsx";
import { displayMonth } from "#app/lib/display.ts";
import { trpc } from "#app/lib/trpc.ts";
import { displayRate, type TaxedAmount } from "#server/orders/vat-document.ts";
import { type CurrencyCode, formatMoney } from "#server/pricing/money.ts";
import type { VatReport } from "#server/reports/find-vat-report.server.ts";
import { type VatFigures, type VatPeriod, vatPeriods, vatReportQuery } from "#server/reports/vat-report.ts";

const periodLabels: Record<(typeof vatPeriods)[number], string> = {
  quarter: "Quarter",
  month: "Month",
  year: "Year",
};

/**
 * The VAT report, a part of the Analytics tab: what invoices charged and credit notes took back, by rate and period.
 */
export function VatPanel() {
  const [search] = useSearchParams();
  const [data, list] = trpc.reports.vat.useSuspenseQuery(vatReportQuery.read(search));
  const { by, from, to, currency } = data;
  return (
    <StaffPanel
      id="vat"
      title="VAT report"
      list={list}
      actions={
        <>
          <DownloadCsv
            may="reports.export"
            href={`/admin/vat.csv?${vatReportQuery.write({ by, from, to })}`}
          />
          <SmallButtonLink to="/admin?tab=analytics" preventScrollReset>
            Sales figures
          </SmallButtonLink>
        </>
      }
      search={<PeriodForm report={data} />}
      what="the VAT report"
    >
      <AsOf moment={data.asOf} />
      <VatTable report={data} />
      {currency !== "gbp" && <InPounds report={data} />}
      <LateInvoices report={data} />
      <p className="max-w-prose text-sm text-ink-soft">
        An invoice counts on the day it was issued, a credit note and a debit note on their own days, London
        time, and none ever moves: what happens later is a paper of that day. VAT is the part inside the gross
        amount of each line, and delivery is shared out over the rates of the goods, as on the invoice.
      </p>
    </StaffPanel>
  );
}

/** A VAT return is in pounds: what the documents of each period show, at the rates that they were made with. */
function InPounds({ report: { periods, whole } }: { report: VatReport }) {
  return (
    <DataTable
      caption="Due in pounds, as the papers show it"
      captionVisible
      className="text-right tabular-nums"
      cellClassName="py-1.5!"
      rows={[...periods, whole]}
      keyOf={(period) => (period === whole ? "whole" : period.from)}
      columns={[
        {
          head: "Period",
          cell: (period) => `${period === whole ? "Together, " : ""}${periodLabel(period)}`,
          isRowHead: true,
          headClassName: "text-left",
        },
        { head: "Net", cell: ({ total }) => formatMoney(total.due.netInPounds, "gbp") },
        { head: "VAT", cell: ({ total }) => formatMoney(total.due.vatInPounds, "gbp") },
      ]}
    />
  );
}

/** What belongs to a return that may have been sent already, and what HMRC asks then (VAT Notice 700/45, section 4). */
function LateInvoices({ report }: { report: VatReport }) {
  const late = report.periods.filter(({ earlier }) => earlier.gross !== 0);
  if (late.length === 0) return null;
  return (
    <Notice title="Invoices with a tax point before their period">
      <ul>
        {late.map((period) => (
          <li key={period.from}>
            {periodLabel(period)}: VAT {formatMoney(period.earlier.vat, report.currency)} on net{" "}
            {formatMoney(period.earlier.net, report.currency)}
          </li>
        ))}
      </ul>
      <p className="mt-2">
        The money had come before, and the shop learnt of it late. If the earlier return is not sent yet,
        count these in it; else they are an error that you may correct in this one, as it stands here, up to
        HMRC’s limit (a net £10,000, or 1% of Box 6 up to £50,000; VAT Notice 700/45).
      </p>
    </Notice>
  );
}

/** A GET form, so that the period is in the address. */
function PeriodForm({ report }: { report: VatReport }) {
  const { by, from, to, months, currency } = report;
  const options = months.map((month) => ({ value: month, label: displayMonth(month) }));
  return (
    <Form
      key={`${by} ${from} ${to} ${currency}`}
      method="get"
      action="/admin"
      aria-label="Period of the VAT report"
      preventScrollReset
      className="flex flex-wrap items-end gap-3"
    >
      <input type="hidden" name="tab" value="analytics" />
      <input type="hidden" name="view" value="vat" />
      <SelectField
        label="Sum up by"
        name="by"
        defaultValue={by}
        options={vatPeriods.map((each) => ({ value: each, label: periodLabels[each] }))}
      />
      <SelectField label="First month" name="from" defaultValue={from} options={options} />
      <SelectField label="Last month" name="to" defaultValue={to} options={options} />
      <Button variant="secondary">Show</Button>
    </Form>
  );
}

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
function periodLabel({ from, to }: Pick<VatPeriod, "from" | "to">): string {
  return from === to ? displayMonth(from) : `${displayMonth(from)} to ${displayMonth(to)}`;
}
