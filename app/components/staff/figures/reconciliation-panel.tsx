import type { DashboardPanelProps } from "#app/components/staff/dashboard-tab.tsx";
import { StaffPanel } from "#app/components/staff/staff-panel.tsx";
import { trpc } from "#app/lib/trpc.ts";
import type { Ledger } from "#server/reports/ledger-view.ts";
import { LedgerTable } from "./ledger-table.tsx";
import { UnmatchedPayments } from "./unmatched-payments.tsx";

/** The Reconciliation tab: each day's money, proven to the penny, and what matched nothing, to act on. */
export default function ReconciliationPanel({ first, loadedAt }: DashboardPanelProps<Ledger>) {
  const utils = trpc.useUtils();
  const list = trpc.ledger.month.useQuery(
    { month: first.month.month },
    { initialData: first, initialDataUpdatedAt: loadedAt },
  );
  const { data } = list;
  return (
    <StaffPanel
      id="reconciliation"
      title="Reconciliation"
      list={list}
      onRefresh={() => void utils.ledger.invalidate()}
      what="the figures"
    >
      <UnmatchedPayments payments={data.unmatched} total={data.unmatchedInAll} />
      <LedgerTable ledger={data.month} latest={data.latestMonth} />
    </StaffPanel>
  );
}
