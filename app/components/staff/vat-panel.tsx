import { Form, useSearchParams } from "@remix-run/react";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { SelectField } from "#app/components/ui/select-field.tsx";
import { displayMonth } from "#app/lib/display-number.ts";
import { trpc } from "#app/lib/trpc.ts";
import {
  parseVatReportQuery,
  type VatReport,
  vatPeriods,
  vatReportParameters,
} from "#server/reports/vat-report.ts";
import type { DashboardPanelProps } from "./dashboard-tab.tsx";
import { DownloadCsv } from "./download-csv.tsx";
import { StaffPanel } from "./staff-panel.tsx";
import { VatTable } from "./vat-table.tsx";

const periodLabels: Record<(typeof vatPeriods)[number], string> = {
  quarter: "Quarter",
  month: "Month",
  year: "Year",
};

/** The VAT report, a part of the Analytics tab: what invoices charged and credit notes took back, by rate and period. */
export default function VatPanel({ first, loadedAt }: DashboardPanelProps<VatReport>) {
  const [search] = useSearchParams();
  const utils = trpc.useUtils();
  const list = trpc.reports.vat.useQuery(parseVatReportQuery(search), {
    initialData: first,
    initialDataUpdatedAt: loadedAt,
  });
  const { by, from, to } = list.data;
  return (
    <StaffPanel
      id="vat"
      title="VAT report"
      list={list}
      onRefresh={() => utils.reports.vat.invalidate()}
      actions={
        <>
          <DownloadCsv href={`/admin/vat.csv?${vatReportParameters({ by, from, to })}`} />
          <ButtonLink to="/admin?tab=analytics" variant="secondary" size="small" preventScrollReset>
            Sales figures
          </ButtonLink>
        </>
      }
      search={<PeriodForm report={list.data} />}
      what="the VAT report"
    >
      <VatTable report={list.data} />
      <p className="max-w-prose text-sm text-ink-soft">
        An invoice counts on the day it was issued and a credit note on its own day, London time; orders that
        were cancelled before anybody paid are left out. VAT is the part inside the gross amount of each line,
        and delivery is shared out over the rates of the goods, as on the invoice.
      </p>
    </StaffPanel>
  );
}

/** A GET form, so that the period is in the address. */
function PeriodForm({ report: { by, from, to, months } }: { report: VatReport }) {
  const options = months.map((month) => ({ value: month, label: displayMonth(month) }));
  return (
    <Form
      key={`${by} ${from} ${to}`}
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
