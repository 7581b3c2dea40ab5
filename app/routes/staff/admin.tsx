import { useLoaderData } from "@remix-run/react";
import { Suspense } from "react";
import {
  CheaperInTotalNotice,
  ChecklistCard,
  LowStockNotice,
  OrderSummaryCards,
} from "#app/components/staff/dashboard-head.tsx";
import { openTab, unlessDialog } from "#app/components/staff/dashboard-tab.tsx";
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
import { findOpenItems } from "#server/doctor/find-open-items.server.ts";
import { refusingStaffPage } from "#server/process/page.server.ts";
import type { Takings } from "#server/staff/today.server.ts";
import { readTodaysSales } from "#server/staff/today.server.ts";
import { queriesFor } from "#server/trpc/router.server.ts";

export const handle: StaffPageHandle = { work: { id: "work", label: "Skip to the list" } };

export const meta = pageMeta({ title: "Admin Dashboard", noindex: true });

export const loader = refusingStaffPage("dashboard.view", async ({ context, url }) => {
  const tabs = dashboardTabs.filter(({ key }) => actorMay(context.actor, capabilityOfTab(key)));
  const open = openTab(tabs, url.searchParams);
  if (!open) throw new ShopError("forbidden", "You don't have permission to do this.");
  const { queries, loaded } = queriesFor(context);
  const request = { queries, search: url.searchParams };
  const seesFigures = actorMay(context.actor, "reports.view");
  if (seesFigures) await queries.orders.totals.fetch();
  await open.load(request);
  return {
    seesFigures,
    lowStock: actorMay(context.actor, "orders.create") ? await findLowStock(context) : null,
    cheaperInTotal: findCheaperInTotal.permissions.every((needed) => actorMay(context.actor, needed))
      ? await findCheaperInTotal(context)
      : null,
    gaps: actorMay(context.actor, "health.view") ? await findOpenItems(context) : [],
    open: open.key,
    // What came in today stands above the orders, which are the first thing that is opened.
    takings: open.key === "orders" && seesFigures ? await readTodaysSales(context) : null,
    missing: (await open.open?.(request)) ?? null,
    loaded: loaded(),
  };
});

export const shouldRevalidate = unlessDialog("order", "email", "user", "add");

export default function Admin() {
  const { seesFigures, takings, lowStock, cheaperInTotal, gaps, open, missing, loaded } =
    useLoaderData<typeof loader>();
  const tab = dashboardTabs.find(({ key }) => key === open);
  return (
    <StaffData loaded={loaded}>
      <LiveLists />
      <div className="frame grid grid-cols-[minmax(0,1fr)] gap-3 py-2">
        <header className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <h1 className="text-xl">Admin Dashboard</h1>
          {open === "orders" && <OrderViews />}
          <ChecklistCard gaps={gaps} />
        </header>
        {seesFigures && <Summary takings={takings} />}
        <WaitingWork />
        <div id="work" tabIndex={-1} className="outline-none">
          <Suspense fallback={<SpinnerInPlace label="Loading the tab" />}>
            {tab && <tab.Panel key={open} missing={missing} />}
          </Suspense>
        </div>
        {lowStock && <LowStockNotice low={lowStock} />}
        {cheaperInTotal && <CheaperInTotalNotice cheaper={cheaperInTotal} />}
      </div>
    </StaffData>
  );
}

function Summary({ takings }: { takings: Takings | null }) {
  const [totals] = trpc.orders.totals.useSuspenseQuery();
  return <OrderSummaryCards totals={totals} takings={takings} />;
}

export function ErrorBoundary() {
  return (
    <UnlessRefused>
      <AdminAccessRequired />
    </UnlessRefused>
  );
}
