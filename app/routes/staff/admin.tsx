import { Link, useLoaderData } from "@remix-run/react";
import { ChevronDown } from "lucide-react";
import { Fragment, type ReactNode, Suspense } from "react";
import { openTab, unlessDialog } from "#app/components/staff/dashboard-tab.tsx";
import { dashboardTabs } from "#app/components/staff/dashboard-tabs.tsx";
import { LiveLists, WaitingWork } from "#app/components/staff/frame/live.tsx";
import { capabilityOfTab } from "#app/components/staff/frame/staff-navigation.ts";
import { OrderViews } from "#app/components/staff/orders/orders-tab.tsx";
import { AdminAccessRequired, UnlessDenied } from "#app/components/staff/staff-page.tsx";
import { StaffQueries } from "#app/components/staff/staff-panel.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import { ButtonLink, SpinnerInPlace } from "#app/components/ui/button.tsx";
import { displayCount } from "#app/lib/display.ts";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import type { StaffPageHandle } from "#app/lib/document/route-handle.ts";
import { trpc } from "#app/lib/trpc.ts";
import { type CheaperInTotal, findCheaperInTotal } from "#server/catalogue/change-products.server.ts";
import { findLowStock, type LowStock } from "#server/catalogue/low-stock.server.ts";
import { ShopError } from "#server/core/errors.ts";
import { actorMay } from "#server/core/roles.ts";
import { findOpenItems } from "#server/doctor/find-open-items.server.ts";
import type { ChecklistItem } from "#server/doctor/launch-checklist.ts";
import { orderListPath } from "#server/orders/order-search.ts";
import type { OrderTotals } from "#server/orders/search-orders.server.ts";
import { formatMoney } from "#server/pricing/money.ts";
import { staffPageOrForbidden } from "#server/process/page.server.ts";
import { readTodaysSales, type TodaysSales } from "#server/staff/today.server.ts";
import { queriesFor } from "#server/trpc/router.server.ts";

export const handle: StaffPageHandle = { work: { id: "work", label: "Skip to the list" } };

export const meta = pageMeta({ title: "Admin Dashboard", noindex: true });

export const loader = staffPageOrForbidden("dashboard.view", async ({ context, url }) => {
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
    openItems: actorMay(context.actor, "health.view") ? await findOpenItems(context) : [],
    open: open.key,
    // What came in today stands above the orders, which are the first thing that is opened.
    sales: open.key === "orders" && seesFigures ? await readTodaysSales(context) : null,
    missing: (await open.open?.(request)) ?? null,
    loaded: loaded(),
  };
});

export const shouldRevalidate = unlessDialog("order", "email", "user", "add");

export default function Admin() {
  const { seesFigures, sales, lowStock, cheaperInTotal, openItems, open, missing, loaded } =
    useLoaderData<typeof loader>();
  const tab = dashboardTabs.find(({ key }) => key === open);
  return (
    <StaffQueries loaded={loaded}>
      <LiveLists />
      <div className="frame grid grid-cols-[minmax(0,1fr)] gap-3 py-2">
        <header className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <h1 className="text-xl">Admin Dashboard</h1>
          {open === "orders" && <OrderViews />}
          <ChecklistCard items={openItems} />
        </header>
        {seesFigures && <Summary sales={sales} />}
        <WaitingWork />
        <div id="work" tabIndex={-1} className="outline-none">
          <Suspense fallback={<SpinnerInPlace label="Loading the tab" />}>
            {tab && <tab.Panel key={open} missing={missing} />}
          </Suspense>
        </div>
        {lowStock && <LowStockNotice low={lowStock} />}
        {cheaperInTotal && <CheaperInTotalNotice cheaper={cheaperInTotal} />}
      </div>
    </StaffQueries>
  );
}

function Summary({ sales }: { sales: TodaysSales | null }) {
  const [totals] = trpc.orders.totals.useSuspenseQuery();
  return <OrderSummaryCards totals={totals} sales={sales} />;
}

export function ErrorBoundary() {
  return (
    <UnlessDenied>
      <AdminAccessRequired />
    </UnlessDenied>
  );
}

interface OrderSummaryCardsProps {
  totals: OrderTotals;
  /** Null where today's are not asked for. */
  sales: TodaysSales | null;
}

/** The four figures above the list (docs/rules.md#staff-1) in one line, and before them what came in today. */
export function OrderSummaryCards({ totals, sales }: OrderSummaryCardsProps) {
  const money = (amount: number) => formatMoney(amount, totals.currency);
  return (
    // biome-ignore lint/a11y/useSemanticElements: no set of fields
    <div
      role="group"
      aria-label="In figures"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard (WCAG 2.1.1)
      tabIndex={0}
      className="overflow-x-auto rounded-xl border border-line bg-surface px-4 py-1.5 -outline-offset-2"
    >
      <dl className="flex w-max min-w-full justify-between gap-x-6">
        {sales && (
          <Figure label="Taken today" value={<TakenToday sales={sales} />}>
            until now last week: {formatMoney(sales.lastWeekUntilNow.taken, sales.currency)}
          </Figure>
        )}
        <Figure label="Total Orders" value={displayCount(totals.totalOrders)} />
        <Figure label="Total Revenue" value={money(totals.totalRevenue)}>
          excluding cancelled and refunded: {money(totals.revenueExcludingCancelled)}
        </Figure>
        <Figure label="Orders This Month" value={displayCount(totals.ordersThisMonth)} />
        <Figure label="Products" value={displayCount(totals.products)} />
      </dl>
    </div>
  );
}

function TakenToday({ sales: { today, currency } }: { sales: TodaysSales }) {
  return (
    <Link to={orderListPath({ from: today.day, to: today.day })} className="underline">
      {formatMoney(today.taken, currency)}
    </Link>
  );
}

function Figure({ label, value, children }: { label: string; value: ReactNode; children?: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-ink-soft">{label}</dt>
      <dd className="flex items-baseline gap-x-2 leading-tight whitespace-nowrap font-semibold tabular-nums">
        <span>{value}</span>
        {children && <span className="text-xs font-normal text-ink-soft">{children}</span>}
      </dd>
    </div>
  );
}

/** The products that are at or below the low-stock threshold (docs/rules.md#stock-7); nothing where there are none. */
export function LowStockNotice({ low: { count: lowCount, products } }: { low: LowStock }) {
  if (lowCount === 0) return null;
  const named = products.map(({ name, left }) => `${name} (${left === 0 ? "none left" : `${left} left`})`);
  const others = lowCount - products.length;
  return (
    <p className="rounded-lg border-l-4 border-clay bg-clay-soft px-4 py-3 text-[0.9375rem]">
      <Link to="/admin?tab=products&stock=low" className="font-semibold underline">
        {lowCount} {lowCount === 1 ? "product runs" : "products run"} low
      </Link>
      <span>
        : {named.join(", ")}
        {others > 0 && ` and ${others} more`}.
      </span>
    </p>
  );
}

/**
 * What is to be settled before the shop trades, for administrators; closed until somebody opens it, unless real money
 * moves and it cannot wait. Each thing leads to its step of the opening page.
 */
export function ChecklistCard({ items }: { items: ChecklistItem[] }) {
  if (items.length === 0) return null;
  return (
    <details
      open={items.some(({ isUrgent }) => isUrgent)}
      className="group rounded-lg border border-line border-l-4 border-l-clay bg-surface text-sm open:w-full lg:ml-auto"
    >
      <summary className="flex min-h-8 cursor-pointer items-center justify-between gap-3 px-3 font-medium">
        <span>
          Before you open
          <span className="ml-2 rounded-full bg-clay px-2 text-xs leading-5 text-on-clay tabular-nums">
            <span>{items.length}</span>
            <span className="sr-only"> {items.length === 1 ? "thing" : "things"} to settle</span>
          </span>
        </span>
        <ChevronDown aria-hidden className="size-4 shrink-0 group-open:rotate-180" />
      </summary>
      <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-4 py-3">
        <p className="text-[0.9375rem] text-ink-soft">
          The shop works as it was specified; this is what is not yet fit to trade.
        </p>
        <ButtonLink to="/admin/opening" size="small">
          Open the shop step by step
        </ButtonLink>
      </div>
      <ul className="divide-y divide-line border-t border-line px-4">
        {items.map(({ key, title, sentence, isUrgent, step }) => (
          <li
            key={key}
            className="grid gap-x-6 gap-y-0.5 py-3 text-[0.9375rem] md:grid-cols-[15rem_1fr_auto]"
          >
            <span className="font-medium">
              {title}
              {isUrgent && <Badge tone="clay">Real money moves</Badge>}
            </span>
            <span className="text-ink-soft">{sentence}</span>
            <Link to={`/admin/opening?step=${step}`} className="text-sm text-moss underline">
              Settle it<span className="sr-only">: {title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** On the dashboard: the products of which a larger quantity costs less in total. */
export function CheaperInTotalNotice({ cheaper: { count, products } }: { cheaper: CheaperInTotal }) {
  if (count === 0) return null;
  const others = count - products.length;
  return (
    <p className="rounded-lg border-l-4 border-clay bg-clay-soft px-4 py-3 text-[0.9375rem]">
      <Link to="/admin/prices" className="font-semibold underline">
        Larger quantities cost less in total than smaller ones
      </Link>
      :{" "}
      {products.map(({ id, name }, index) => (
        <Fragment key={id}>
          {index > 0 && <span>, </span>}
          <Link to={`/admin/prices?product=${id}`} className="underline">
            {name}
          </Link>
        </Fragment>
      ))}
      <span>{others > 0 && ` and ${others} more`}. The cart tells shoppers so.</span>
    </p>
  );
}
