import { useLoaderData } from "@remix-run/react";
import { Suspense } from "react";
import {
  CheaperInTotalNotice,
  LowStockNotice,
  OrderSummaryCards,
  TradeGapsCard,
} from "#app/components/staff/dashboard-head.tsx";
import { asLoaded, openTab, unlessDialog } from "#app/components/staff/dashboard-tab.tsx";
import { dashboardTabs } from "#app/components/staff/dashboard-tabs.tsx";
import { capabilityOfTab } from "#app/components/staff/frame/staff-navigation.ts";
import { WaitingWork } from "#app/components/staff/frame/work-counts.tsx";
import { LiveLists } from "#app/components/staff/live/live-lists.tsx";
import { OrderViews } from "#app/components/staff/orders/orders-tab.tsx";
import { StaffData } from "#app/components/staff/staff-data.tsx";
import { AdminAccessRequired, UnlessRefused } from "#app/components/staff/staff-page.tsx";
import { SpinnerInPlace } from "#app/components/ui/spinner.tsx";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import type { StaffPageHandle } from "#app/lib/document/route-handle.ts";
import { trpc } from "#app/lib/trpc.ts";
import { findLowStock } from "#server/catalogue/low-stock.server.ts";
import { findCheaperInTotal } from "#server/catalogue/set-price-steps.server.ts";
import { ShopError } from "#server/core/errors.ts";
import { actorMay } from "#server/core/roles.ts";
import { findTradeGaps } from "#server/doctor/find-trade-gaps.server.ts";
import type { OrderTotals } from "#server/orders/search-orders.server.ts";
import { refusingStaffPage } from "#server/process/page.server.ts";
import type { Takings } from "#server/staff/today.server.ts";
import { readTakings } from "#server/staff/today.server.ts";
import { callerFor } from "#server/trpc/router.server.ts";

export const handle: StaffPageHandle = { work: { id: "work", label: "Skip to the list" } };

export const meta = pageMeta({ title: "Admin Dashboard", noindex: true });

export const loader = refusingStaffPage("dashboard.view", async ({ context, url }) => {
  const tabs = dashboardTabs.filter(({ key }) => actorMay(context.actor, capabilityOfTab(key)));
  const open = openTab(tabs, url.searchParams);
  if (!open) throw new ShopError("forbidden", "You don't have permission to do this.");
  const caller = callerFor(context);
  return {
    totals: actorMay(context.actor, "reports.view") ? await caller.orders.totals() : null,
    lowStock: actorMay(context.actor, "orders.create") ? await findLowStock(context) : null,
    cheaperInTotal: findCheaperInTotal.permissions.every((needed) => actorMay(context.actor, needed))
      ? await findCheaperInTotal(context)
      : null,
    gaps: actorMay(context.actor, "health.view") ? await findTradeGaps(context) : [],
    open: open.key,
    // What came in today stands above the orders, which are the first thing that is opened.
    takings:
      open.key === "orders" && actorMay(context.actor, "reports.view") ? await readTakings(context) : null,
    first: await open.load({ caller, search: url.searchParams }),
    loadedAt: context.clock.now().getTime(),
  };
});

export const shouldRevalidate = unlessDialog("order", "email", "user", "add");

export default function Admin() {
  const { totals, takings, lowStock, cheaperInTotal, gaps, open, first, loadedAt } =
    useLoaderData<typeof loader>();
  const tab = dashboardTabs.find(({ key }) => key === open);
  return (
    <StaffData>
      <LiveLists />
      <div className="frame grid grid-cols-[minmax(0,1fr)] gap-3 py-2">
        <header className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <h1 className="text-xl">Admin Dashboard</h1>
          {open === "orders" && <OrderViews />}
          <TradeGapsCard gaps={gaps} />
        </header>
        {totals && <Summary first={totals} takings={takings} loadedAt={loadedAt} />}
        <WaitingWork />
        <div id="work" tabIndex={-1} className="outline-none">
          <Suspense fallback={<SpinnerInPlace label="Loading the tab" />}>
            {tab && <tab.Panel key={open} first={first} loadedAt={loadedAt} />}
          </Suspense>
        </div>
        {lowStock && <LowStockNotice low={lowStock} />}
        {cheaperInTotal && <CheaperInTotalNotice cheaper={cheaperInTotal} />}
      </div>
    </StaffData>
  );
}

interface SummaryProps {
  first: OrderTotals;
  takings: Takings | null;
  loadedAt: number;
}

function Summary({ first, takings, loadedAt }: SummaryProps) {
  const { data } = trpc.orders.totals.useQuery(undefined, asLoaded(first, loadedAt));
  return <OrderSummaryCards totals={data} takings={takings} />;
}

export function ErrorBoundary() {
  return (
    <UnlessRefused>
      <AdminAccessRequired />
    </UnlessRefused>
  );
}
