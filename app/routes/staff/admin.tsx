import { data, type MetaFunction, redirect } from "@remix-run/node";
import {
  Form,
  isRouteErrorResponse,
  type ShouldRevalidateFunction,
  useActionData,
  useLoaderData,
  useRouteError,
  useSearchParams,
} from "@remix-run/react";
import { z } from "zod";
import { PageError } from "#app/components/layout/page-error.tsx";
import { AdminAccessRequired } from "#app/components/staff/admin-access-required.tsx";
import { FailedOrdersPanel } from "#app/components/staff/failed-orders-panel.tsx";
import { OrderSummaryCards } from "#app/components/staff/order-summary-cards.tsx";
import { OrdersPanel } from "#app/components/staff/orders-panel.tsx";
import { StaffData } from "#app/components/staff/staff-data.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { Tabs } from "#app/components/ui/tabs.tsx";
import { useRootData } from "#app/lib/root-data.ts";
import { trpc } from "#app/lib/trpc.ts";
import { requirePermission } from "#server/access/require.server.ts";
import { roleDisplayName } from "#server/access/roles.ts";
import { noticeHeader } from "#server/http/notice.server.ts";
import { page } from "#server/http/page.server.ts";
import { answerOrderForm } from "#server/orders/answer-order-form.server.ts";
import { findStaffOrder } from "#server/orders/find-staff-order.server.ts";
import type { OrderTotals } from "#server/orders/order-view.ts";
import { callerFor } from "#server/trpc/router.server.ts";

const orderParameter = z.coerce.number().int().positive().optional().catch(undefined);

export const meta: MetaFunction = () => [
  { title: "Admin Dashboard | Oxbow Biochar" },
  { name: "robots", content: "noindex" },
];

export const loader = page(async ({ context, url }) => {
  // Only staff hold these, which makes them the gate of spec section 2.
  requirePermission(context, "orders.view:any");
  const { orders } = callerFor(context);
  const [recent, totals, failed] = [await orders.recent(), await orders.totals(), await orders.failed()];
  const orderId = orderParameter.parse(url.searchParams.get("order") ?? undefined);
  const shown = orderId ? await findStaffOrder(context, orderId) : null;
  return { recent, totals, failed, shown, loadedAt: context.clock.now().getTime() };
});

/** The forms of the dialog and of the failed orders, where there is no JavaScript to send them over tRPC. */
export const action = page(async ({ context, request, url }) => {
  const answer = await answerOrderForm(context, await request.formData());
  if (!("done" in answer)) return data(answer, answer.status);
  const headers = { "Set-Cookie": await noticeHeader({ kind: "success", title: answer.done }) };
  return redirect(`/admin${url.search}`, { status: 303, headers });
});

/** Opening or closing an order's details asks the server for nothing that the page has already. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl, ...rest }) => {
  const writes = rest.formMethod !== undefined && rest.formMethod.toUpperCase() !== "GET";
  if (writes || currentUrl.href === nextUrl.href) return rest.defaultShouldRevalidate;
  return withoutOrder(currentUrl) === withoutOrder(nextUrl) ? false : rest.defaultShouldRevalidate;
};

export default function Admin() {
  const { totals, loadedAt } = useLoaderData<typeof loader>();
  return (
    <StaffData>
      <div className="frame grid gap-6 py-8">
        <DashboardHeader />
        <Summary first={totals} loadedAt={loadedAt} />
        <Panels />
      </div>
    </StaffData>
  );
}

function Panels() {
  const { recent, failed: firstFailed, shown, loadedAt } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [search] = useSearchParams();
  const failed = trpc.orders.failed.useQuery(undefined, {
    initialData: firstFailed,
    initialDataUpdatedAt: loadedAt,
  });
  const showsFailed = search.get("tab") === "failed";
  return (
    <>
      <Tabs
        label="Dashboard"
        tabs={[
          { label: "Orders", to: "/admin?tab=orders", current: !showsFailed },
          { label: "Failed Orders", to: "/admin?tab=failed", current: showsFailed, count: failed.data.total },
        ]}
      />
      {answer?.intent === "dismiss-failed" && answer.refusal && (
        <Notice tone="error" title={answer.refusal} />
      )}
      {showsFailed ? (
        <FailedOrdersPanel
          failed={failed.data}
          updatedAt={failed.dataUpdatedAt}
          refreshing={failed.isFetching}
        />
      ) : (
        <OrdersPanel orders={recent} shown={shown} answer={answer} loadedAt={loadedAt} />
      )}
    </>
  );
}

function DashboardHeader() {
  const actor = useRootData()?.actor;
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
        <ButtonLink to="/products" variant="secondary" size="small">
          View the shop
        </ButtonLink>
        <Form method="post" action="/logout">
          <Button variant="secondary" size="small">
            Sign out
          </Button>
        </Form>
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

function withoutOrder(url: URL): string {
  const search = new URLSearchParams(url.search);
  search.delete("order");
  // The Orders tab is the first: with or without its name in the address it is the same page.
  if (search.get("tab") === "orders") search.delete("tab");
  return `${url.pathname}?${search}`;
}

export function ErrorBoundary() {
  const error = useRouteError();
  const refused = isRouteErrorResponse(error) && (error.status === 401 || error.status === 403);
  return refused ? <AdminAccessRequired /> : <PageError />;
}
