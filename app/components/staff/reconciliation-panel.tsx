import { Notice } from "#app/components/ui/notice.tsx";
import { serverMessage, trpc } from "#app/lib/trpc.ts";
import type { Ledger } from "#server/ledger/ledger-view.ts";
import type { DashboardPanelProps } from "./dashboard-tab.tsx";
import { LedgerTable } from "./ledger-table.tsx";
import { RefreshButton } from "./refresh-button.tsx";
import { UnmatchedPayments } from "./unmatched-payments.tsx";

/** The Reconciliation tab: each day's money, proven to the penny, and what matched nothing, to act on. */
export default function ReconciliationPanel({ first, loadedAt }: DashboardPanelProps<Ledger>) {
  const utils = trpc.useUtils();
  const { data, error, dataUpdatedAt, isFetching } = trpc.ledger.month.useQuery(
    { month: first.month.month },
    { initialData: first, initialDataUpdatedAt: loadedAt },
  );
  return (
    <section aria-labelledby="reconciliation" className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="reconciliation" className="text-xl">
          Reconciliation
        </h2>
        <RefreshButton
          updatedAt={dataUpdatedAt}
          refreshing={isFetching}
          onRefresh={() => void utils.ledger.invalidate()}
        />
      </header>
      {error && (
        <Notice tone="error" title="Could not refresh the figures">
          {serverMessage(error, "What you see is from the time given above. Please try again.")}
        </Notice>
      )}
      <UnmatchedPayments payments={data.unmatched} total={data.unmatchedInAll} />
      <LedgerTable ledger={data.month} latest={data.latestMonth} />
    </section>
  );
}
