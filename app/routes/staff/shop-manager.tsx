import { useLoaderData, useSearchParams } from "@remix-run/react";
import { openTab, unlessDialog, useSetParameters } from "#app/components/staff/dashboard-tab.tsx";
import { LiveLists } from "#app/components/staff/frame/live-lists.tsx";
import { OrderViews } from "#app/components/staff/orders/orders-tab.tsx";
import { CreateOrderForm } from "#app/components/staff/shop/create-order-form.tsx";
import { shopTabs } from "#app/components/staff/shop/shop-tabs.tsx";
import { StaffData } from "#app/components/staff/staff-data.tsx";
import { StaffAccessDenied, UnlessRefused } from "#app/components/staff/staff-page.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { SmallButtonLink } from "#app/components/ui/small-actions.tsx";
import { Tabs } from "#app/components/ui/tabs.tsx";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import type { StaffPageHandle } from "#app/lib/document/route-handle.ts";
import { useHydrated } from "#app/lib/use-hydrated.ts";
import type { Context } from "#server/core/context.ts";
import { refusingStaffPage } from "#server/process/page.server.ts";
import { mayStayUnpaid, staffPaymentMethodsOf } from "#server/settings/staff-payment-methods.ts";
import { vatModeOf } from "#server/settings/store-settings.ts";
import { parseCustomerKey } from "#server/staff/customer-view.ts";
import { findDraftCustomer } from "#server/staff/find-customer.server.ts";
import { queriesFor } from "#server/trpc/router.server.ts";

export const handle: StaffPageHandle = { work: { id: "work", label: "Skip to the list" } };

export const meta = pageMeta({ title: "Shop Manager", noindex: true });

// Orders on behalf of others, which customers may not create (docs/rules.md#access-2).
export const loader = refusingStaffPage("orders.create", async ({ context, url }) => {
  const { settings } = context;
  const open = openTab(shopTabs, url.searchParams);
  if (!open) throw new Error("The shop manager's screen has no tabs");
  const { queries, loaded } = queriesFor(context);
  const request = { queries, search: url.searchParams };
  await open.load(request);
  return {
    open: open.key,
    missing: (await open.open?.(request)) ?? null,
    loaded: loaded(),
    rules: {
      vatMode: vatModeOf(settings),
      methods: staffPaymentMethodsOf(settings),
      mayPayLater: mayStayUnpaid("cash", settings),
    },
    startsWith: await draftCustomerFor(context, url.searchParams.get("for")),
  };
});

export const shouldRevalidate = unlessDialog("order", "new", "for");

/** Whom a new order is for, where a customer's page led here. */
async function draftCustomerFor(context: Context, asked: string | null) {
  const key = parseCustomerKey(asked ?? "");
  return key && findDraftCustomer(context, key);
}

export default function ShopManager() {
  const { open: openKey, missing, loaded, rules, startsWith } = useLoaderData<typeof loader>();
  const [search, setSearch] = useSearchParams();
  const hydrated = useHydrated();
  const open = shopTabs.find(({ key }) => key === openKey);
  const isCreating = search.get("new") === "order";

  const setParameters = useSetParameters();
  const closeForm = () => setParameters({ new: null, for: null });

  return (
    <StaffData loaded={loaded}>
      <LiveLists />
      <div className="frame grid grid-cols-[minmax(0,1fr)] gap-3 py-3">
        <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
          <h1 className="text-2xl">Shop Manager</h1>
          <div className="flex flex-wrap gap-2">
            <SmallButtonLink to="/shop-manager/counter" reloadDocument>
              Counter without signal
            </SmallButtonLink>
            <Button
              type="button"
              size="small"
              disabled={!hydrated}
              onClick={() => setParameters({ new: "order" })}
            >
              Create Order
            </Button>
          </div>
        </header>
        <noscript>
          <p>Creating an order needs JavaScript, for its search and its totals.</p>
        </noscript>
        <Tabs
          label="Shop manager"
          tabs={shopTabs.map(({ key, label }) => ({
            label,
            to: `/shop-manager?tab=${key}`,
            current: key === openKey,
          }))}
        />
        {openKey === "orders" && <OrderViews />}
        <div id="work" tabIndex={-1} className="outline-none">
          {open && <open.Panel key={open.key} missing={missing} />}
        </div>
        <Dialog
          open={isCreating}
          onClose={closeForm}
          title="Create Order"
          className="md:w-[min(52rem,calc(100vw-2rem))]"
        >
          {isCreating && (
            <CreateOrderForm
              rules={rules}
              startsWith={search.has("for") ? startsWith : null}
              onClose={closeForm}
              onCreated={(orderId) => setSearch({ tab: "orders", order: String(orderId) })}
            />
          )}
        </Dialog>
      </div>
    </StaffData>
  );
}

export function ErrorBoundary() {
  return (
    <UnlessRefused>
      <StaffAccessDenied page="/shop-manager">
        You don't have permission to create orders for customers.
      </StaffAccessDenied>
    </UnlessRefused>
  );
}
