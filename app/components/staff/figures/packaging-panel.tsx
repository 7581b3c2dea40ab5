import { DataTable } from "#app/components/staff/kit/rows-table.tsx";
import { DownloadCsv } from "#app/components/staff/kit/staff-list.tsx";
import { StaffPanel } from "#app/components/staff/staff-panel.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { SmallButtonLink } from "#app/components/ui/small-actions.tsx";
import { displayDecimal } from "#app/lib/display.ts";
import { trpc } from "#app/lib/trpc.ts";
import { packagingMaterials } from "#server/pricing/pack-facts.ts";
import type { PackagingReport } from "#server/reports/find-packaging-report.server.ts";
import { materialLabels, producerSentence } from "#server/reports/packaging-report.ts";

/** The packaging of each year by material, a part of the Analytics tab, and whether that makes a producer of the shop. */
export default function PackagingPanel() {
  const [{ years, unsaid }, list] = trpc.reports.packaging.useSuspenseQuery();
  const [present] = years;
  return (
    <StaffPanel
      id="packaging"
      title="Packaging by year"
      list={list}
      actions={
        <>
          <DownloadCsv may="reports.export" href="/admin/packaging.csv" />
          <SmallButtonLink to="/admin?tab=analytics" preventScrollReset>
            Sales figures
          </SmallButtonLink>
        </>
      }
      what="the table of packaging"
    >
      {present && <p className="max-w-prose">{producerSentence(present)}</p>}
      <DataTable
        caption="Packaging in kilograms, by year and material"
        className="text-right tabular-nums"
        cellClassName="py-1.5!"
        rows={years}
        keyOf={({ year }) => year}
        columns={[
          { head: "Year", cell: ({ year }) => year, isRowHead: true, headClassName: "text-left" },
          ...packagingMaterials.map((material) => ({
            head: materialLabels[material],
            cell: ({ grams }: PackagingReport["years"][number]) => displayDecimal(grams[material] / 1000),
          })),
          {
            head: "Together",
            cell: ({ totalGrams }) => displayDecimal(totalGrams / 1000),
            className: "font-medium",
          },
        ]}
      />
      <Unsaid unsaid={unsaid} />
      <p className="max-w-prose text-sm text-ink-soft">
        Units sold in a calendar year, less those that came back into stock, times the packaging that their
        products state today. What you sell elsewhere counts towards the limits as well, and so do pallets and
        wrapping that no product states. The turnover that counts is that of your last annual accounts.
      </p>
    </StaffPanel>
  );
}

function Unsaid({ unsaid: { names, count } }: Pick<PackagingReport, "unsaid">) {
  if (count === 0) return null;
  const more = count - names.length;
  return (
    <Notice title="Packaging that nobody has stated">
      <p>
        Sold this year, and not in the table: {names.join(", ")}
        {more > 0 && ` and ${more} more`}. A product’s form has its packaging under “Pack”.
      </p>
    </Notice>
  );
}
