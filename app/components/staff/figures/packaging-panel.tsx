import { DataTable } from "#app/components/staff/kit/rows-table.tsx";
import { DownloadCsv } from "#app/components/staff/kit/staff-list.tsx";
import { StaffPanel } from "#app/components/staff/staff-panel.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { SmallButtonLink } from "#app/components/ui/small-actions.tsx";
import { displayDecimal } from "#app/lib/display.ts";
import { trpc } from "#app/lib/trpc.ts";
import { formatMoney, formatMoneyShort } from "#server/pricing/money.ts";
import { type PackagingMaterial, packagingMaterials } from "#server/pricing/pack-facts.ts";
import type { PackagingReport, PackagingYear } from "#server/reports/find-packaging-report.server.ts";

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

const materialLabels: Record<PackagingMaterial, string> = {
  paper: "Paper and card",
  plastic: "Plastic",
  wovenPlastic: "Woven plastic",
  wood: "Wood",
  glass: "Glass",
  metal: "Metal",
};

/**
 * From when on a business in the United Kingdom is a producer of packaging who registers and reports (extended producer
 * responsibility): more turnover and more packaging than this, both in a year (docs/rules.md#staff-32).
 */
const producers = [
  { kind: "large", turnover: 200_000_000, grams: 50_000_000 },
  { kind: "small", turnover: 100_000_000, grams: 25_000_000 },
] as const;

/** "1,234.5 kg" */
function kilograms(grams: number): string {
  return `${new Intl.NumberFormat("en-GB", { maximumFractionDigits: 1 }).format(grams / 1000)} kg`;
}

/** Whether the limits of a producer are reached by what this shop knows, in a sentence. */
export function producerSentence({
  year,
  totalGrams,
  turnover,
}: Pick<PackagingYear, "year" | "totalGrams" | "turnover">): string {
  const known = `${kilograms(totalGrams)} of packaging and ${formatMoney(turnover, "gbp")} of turnover without VAT in ${year}`;
  const reached = producers.find((limit) => turnover > limit.turnover && totalGrams > limit.grams);
  const [, small] = producers;
  const limits = `more than ${formatMoneyShort(small.turnover, "gbp")} of turnover and more than ${small.grams / 1_000_000} tonnes of packaging in a year`;
  if (reached) {
    return `The limits of a ${reached.kind} producer are reached: this shop knows of ${known}. Register as a packaging producer and report what you handled.`;
  }
  const half =
    totalGrams > small.grams || turnover > small.turnover ? "One of the two limits" : "Neither limit";
  return `${half} of a small producer is reached, so by these figures you need not register: this shop knows of ${known}. A small producer has ${limits}.`;
}
