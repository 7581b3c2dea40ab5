import type { MetaFunction } from "@remix-run/node";
import {
  Form,
  isRouteErrorResponse,
  type ShouldRevalidateFunction,
  useLoaderData,
  useRouteError,
} from "@remix-run/react";
import { z } from "zod";
import { PageError } from "#app/components/layout/page-error.tsx";
import { AdminAccessRequired } from "#app/components/staff/admin-access-required.tsx";
import { OrderSummaryCards } from "#app/components/staff/order-summary-cards.tsx";
import { OrdersPanel } from "#app/components/staff/orders-panel.tsx";
import { StaffData } from "#app/components/staff/staff-data.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { Tabs } from "#app/components/ui/tabs.tsx";
import { useRootData } from "#app/lib/root-data.ts";
import { trpc } from "#app/lib/trpc.ts";
import { requirePermission } from "#server/access/require.server.ts";
import { roleDisplayName } from "#server/access/roles.ts";
import { page } from "#server/http/page.server.ts";
import { findOrder } from "#server/orders/find-orders.server.ts";
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
  const [recent, totals] = await Promise.all([orders.recent(), orders.totals()]);
  const orderId = orderParameter.parse(url.searchParams.get("order") ?? undefined);
  const shown = orderId
    ? (recent.find(({ id }) => id === orderId) ?? (await findOrder(context, orderId)))
    : null;
  return { recent, totals, shown, loadedAt: context.clock.now().getTime() };
});

/** Opening or closing an order's details asks the server for nothing that the page has already. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl, ...rest }) => {
  const writes = rest.formMethod !== undefined && rest.formMethod.toUpperCase() !== "GET";
  if (writes || currentUrl.href === nextUrl.href) return rest.defaultShouldRevalidate;
  return withoutOrder(currentUrl) === withoutOrder(nextUrl) ? false : rest.defaultShouldRevalidate;
};

export default function Admin() {
  const { recent, totals, shown, loadedAt } = useLoaderData<typeof loader>();
  return (
    <StaffData>
      <div className="frame grid gap-6 py-8">
        <DashboardHeader />
        <Summary first={totals} loadedAt={loadedAt} />
        <Tabs label="Dashboard" tabs={[{ label: "Orders", to: "/admin?tab=orders", current: true }]} />
        <OrdersPanel orders={recent} shown={shown} loadedAt={loadedAt} />
      </div>
    </StaffData>
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
