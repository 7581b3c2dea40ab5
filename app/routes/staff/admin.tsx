import { data } from "@remix-run/node";
import {
  isRouteErrorResponse,
  type ShouldRevalidateFunction,
  useActionData,
  useLoaderData,
  useRouteError,
} from "@remix-run/react";
import { Suspense } from "react";
import { SignOutForm } from "#app/components/account/sign-out-form.tsx";
import { PageError } from "#app/components/layout/page-error.tsx";
import type { DashboardTab } from "#app/components/staff/dashboard-tab.tsx";
import { addressBehindDialogs, dashboardTabs, openTab } from "#app/components/staff/dashboard-tabs.tsx";
import { FindLink } from "#app/components/staff/find/find-link.tsx";
import { ListViewLinks } from "#app/components/staff/find/list-view-links.tsx";
import { LiveLists } from "#app/components/staff/live/live-lists.tsx";
import { LowStockNotice, OrderSummaryCards } from "#app/components/staff/orders/order-summary-cards.tsx";
import { CheaperInTotalNotice } from "#app/components/staff/prices/step-warnings.tsx";
import { AdminAccessRequired } from "#app/components/staff/staff-access-denied.tsx";
import { StaffData } from "#app/components/staff/staff-data.tsx";
import { TradeGapsCard } from "#app/components/staff/trade-gaps-card.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { SpinnerInPlace } from "#app/components/ui/spinner.tsx";
import { TabCount, Tabs } from "#app/components/ui/tabs.tsx";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import { NO_RESPONSE } from "#app/lib/forms/failure-message.ts";
import { useRootData } from "#app/lib/root-data.ts";
import { trpc } from "#app/lib/trpc.ts";
import { useMayAsk } from "#app/lib/use-may.ts";
import { actorMay } from "#server/access/require.server.ts";
import { roleDisplayName } from "#server/access/roles.ts";
import { asksForApiKey, handleApiKeyForm } from "#server/api-keys/handle-api-key-form.server.ts";
import { findLowStock } from "#server/catalogue/low-stock.server.ts";
import { productCommands } from "#server/catalogue/product-commands.ts";
import { findCheaperInTotal } from "#server/catalogue/set-price-steps.server.ts";
import { ShopError } from "#server/core/errors.ts";
import { findTradeGaps } from "#server/doctor/find-trade-gaps.server.ts";
import { isViewedList } from "#server/find/list-views.ts";
import { keptColumns, listViews } from "#server/find/saved-views.server.ts";
import { staffPage } from "#server/http/page.server.ts";
import type { OrderTotals } from "#server/orders/lists/order-view.ts";
import { orderCommands } from "#server/orders/order-commands.ts";
import { callerFor } from "#server/trpc/router.server.ts";
import { refusalBehind } from "#server/trpc/trpc-error.server.ts";
import { handleStaffForm } from "./handle-staff-form.server.ts";

export const meta = pageMeta({ title: "Admin Dashboard", noindex: true });

export const loader = staffPage("dashboard.view", async ({ context, url }) => {
  const tabs = dashboardTabs.filter(({ permission }) => actorMay(context.actor, permission));
  const open = openTab(tabs, url.searchParams);
  if (!open) throw new ShopError("forbidden", "You don't have permission to do this.");
  const caller = callerFor(context);
  try {
    const counts: Record<string, number> = {};
    for (const { key, attention } of tabs) if (attention) counts[key] = await attention.load(caller);
    return {
      totals: actorMay(context.actor, "reports.view") ? await caller.orders.totals() : null,
      lowStock: actorMay(context.actor, "orders.create") ? await findLowStock(context) : null,
      cheaperInTotal: findCheaperInTotal.permissions.every((needed) => actorMay(context.actor, needed))
        ? await findCheaperInTotal(context)
        : null,
      gaps: actorMay(context.actor, "health.view") ? await findTradeGaps(context) : [],
      tabs: tabs.map(({ key }) => key),
      open: open.key,
      views: isViewedList(open.key) ? await listViews(context, open.key) : [],
      columns: await keptColumns(context, open.key),
      counts,
      first: await open.load({ caller, search: url.searchParams }),
      loadedAt: context.clock.now().getTime(),
    };
  } catch (error) {
    throw refusalBehind(error);
  }
});

/** Forms of API keys and of doubtful VAT rates, and all others where no JavaScript sends them over tRPC. */
export const action = staffPage("dashboard.view", async ({ context, request, url }) => {
  const form = await request.formData();
  if (!asksForApiKey(form)) return handleStaffForm(context, form, `/admin${url.search}`);
  const reply = await handleApiKeyForm(context, form);
  return data(reply, reply.status);
});

/** Forms that are a single button, without room for a refusal. */
const buttonsAlone: readonly string[] = [orderCommands.dismissFailed.name, productCommands.confirmRate.name];

/** Opening or closing a dialog reloads nothing that the page already has. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl, ...rest }) => {
  if (rest.actionStatus === NO_RESPONSE) return false;
  const writes = rest.formMethod !== undefined && rest.formMethod.toUpperCase() !== "GET";
  if (writes || currentUrl.href === nextUrl.href) return rest.defaultShouldRevalidate;
  const samePage = addressBehindDialogs(currentUrl) === addressBehindDialogs(nextUrl);
  return samePage ? false : rest.defaultShouldRevalidate;
};

export default function Admin() {
  const { totals, lowStock, cheaperInTotal, gaps, loadedAt } = useLoaderData<typeof loader>();
  return (
    <StaffData>
      <LiveLists />
      <div className="frame grid grid-cols-[minmax(0,1fr)] gap-6 py-8">
        <DashboardHeader />
        {totals && <Summary first={totals} loadedAt={loadedAt} />}
        {lowStock && <LowStockNotice low={lowStock} />}
        {cheaperInTotal && <CheaperInTotalNotice cheaper={cheaperInTotal} />}
        <TradeGapsCard gaps={gaps} />
        <Panels />
      </div>
    </StaffData>
  );
}

function Panels() {
  const { tabs: shown, open: openKey, views, counts, first, loadedAt } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const tabs = dashboardTabs.filter(({ key }) => shown.includes(key));
  const open = tabs.find(({ key }) => key === openKey);
  return (
    <>
      <Tabs
        label="Dashboard"
        tabs={tabs.map(({ key, label, attention }) => ({
          label,
          to: `/admin?tab=${key}`,
          current: key === openKey,
          badge: attention && (
            <Attention attention={attention} loaded={{ count: counts[key] ?? 0, loadedAt }} />
          ),
        }))}
      />
      {actionData?.refusal && buttonsAlone.includes(actionData.intent) && (
        <Notice tone="error" title={actionData.refusal} />
      )}
      {isViewedList(openKey) && <ListViewLinks list={openKey} views={views} answer={actionData} />}
      <Suspense fallback={<PanelComing />}>
        {open && <open.Panel key={open.key} first={first} loadedAt={loadedAt} answer={actionData} />}
      </Suspense>
    </>
  );
}

interface AttentionProps {
  attention: NonNullable<DashboardTab["attention"]>;
  loaded: { count: number; loadedAt: number };
}

function Attention({ attention: { useCount }, loaded }: AttentionProps) {
  return <TabCount count={useCount(loaded)} />;
}

/** While the code of a separately loaded tab is on its way. */
function PanelComing() {
  return <SpinnerInPlace label="Loading the tab" />;
}

function DashboardHeader() {
  const actor = useRootData()?.actor;
  const may = useMayAsk();
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <div>
        <h1 className="text-3xl">Admin Dashboard</h1>
        {actor?.role && (
          <p className="mt-1 text-sm text-ink-soft">
            {actor.name} · {roleDisplayName(actor.role)}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <FindLink />
        <ButtonLink to="/admin/today" variant="secondary" size="small">
          Today
        </ButtonLink>
        {may("settings.edit") && (
          <ButtonLink to="/admin/settings" variant="secondary" size="small">
            Store Settings
          </ButtonLink>
        )}
        {may("content.edit") && (
          <ButtonLink to="/admin/content" variant="secondary" size="small">
            Blog and Q&A
          </ButtonLink>
        )}
        {may("orders.create") && (
          <ButtonLink to="/shop-manager" variant="secondary" size="small">
            Shop Manager
          </ButtonLink>
        )}
        <ButtonLink to="/products" variant="secondary" size="small">
          View the shop
        </ButtonLink>
        <SignOutForm />
      </div>
    </header>
  );
}

function Summary({ first, loadedAt }: { first: OrderTotals; loadedAt: number }) {
  const { data } = trpc.orders.totals.useQuery(undefined, {
    initialData: first,
    initialDataUpdatedAt: loadedAt,
  });
  return <OrderSummaryCards totals={data} />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  const refused = isRouteErrorResponse(error) && (error.status === 401 || error.status === 403);
  return refused ? <AdminAccessRequired /> : <PageError />;
}
