import { useLoaderData, useSearchParams } from "@remix-run/react";
import { useState } from "react";
import { openTab, unlessDialog, useSetParameters } from "#app/components/staff/dashboard-tab.tsx";
import { shopTabs } from "#app/components/staff/dashboard-tabs.tsx";
import { LiveLists } from "#app/components/staff/frame/live.tsx";
import { useCommand } from "#app/components/staff/kit/use-command.ts";
import { OrderViews } from "#app/components/staff/orders/orders-tab.tsx";
import { Finder, FoundCustomer, FoundProduct } from "#app/components/staff/shop/finder.tsx";
import {
  type Draft,
  type DraftCustomer,
  draftCustomerOf,
  emptyDraft,
  formValuesOf,
  withProduct,
} from "#app/components/staff/shop/order-draft.ts";
import { OrderForm } from "#app/components/staff/shop/order-form.tsx";
import { StaffAccessDenied, UnlessDenied } from "#app/components/staff/staff-page.tsx";
import { foundStatus, SEARCH_DELAY, StaffQueries } from "#app/components/staff/staff-panel.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { SmallButtonLink } from "#app/components/ui/small-actions.tsx";
import { Tabs } from "#app/components/ui/tabs.tsx";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import type { StaffPageHandle } from "#app/lib/document/route-handle.ts";
import { useStoreCurrency } from "#app/lib/root-data.ts";
import { trpc } from "#app/lib/trpc.ts";
import { useDelayed } from "#app/lib/use-delayed.ts";
import { useHydrated } from "#app/lib/use-hydrated.ts";
import { useTaxLabels } from "#app/lib/use-tax-labels.ts";
import type { Context } from "#server/core/context.ts";
import { orderCommands } from "#server/orders/order-commands.ts";
import type { VatMode } from "#server/pricing/vat.ts";
import { staffPageOrForbidden } from "#server/process/page.server.ts";
import {
  mayStayUnpaid,
  type StaffPaymentMethod,
  staffPaymentMethodsOf,
} from "#server/settings/staff-payment-methods.ts";
import { vatModeOf } from "#server/settings/store-settings.ts";
import { parseCustomerKey } from "#server/staff/customer-view.ts";
import { findDraftCustomer } from "#server/staff/find-customer.server.ts";
import { queriesFor } from "#server/trpc/router.server.ts";

export const handle: StaffPageHandle = { work: { id: "work", label: "Skip to the list" } };

export const meta = pageMeta({ title: "Shop Manager", noindex: true });

// Orders on behalf of others, which customers may not create (docs/rules.md#access-2).
export const loader = staffPageOrForbidden("orders.create", async ({ context, url }) => {
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
    <StaffQueries loaded={loaded}>
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
    </StaffQueries>
  );
}

export function ErrorBoundary() {
  return (
    <UnlessDenied>
      <StaffAccessDenied page="/shop-manager">
        You don't have permission to create orders for customers.
      </StaffAccessDenied>
    </UnlessDenied>
  );
}

/** What the owner's settings say about orders that staff take. */
interface ShopRules {
  vatMode: VatMode;
  methods: StaffPaymentMethod[];
  /** Cash may be paid on delivery. */
  mayPayLater: boolean;
}

interface CreateOrderFormProps {
  rules: ShopRules;
  /** Whom it is for, where somebody came from a customer's page. */
  startsWith: DraftCustomer | null;
  onClose: () => void;
  onCreated: (orderId: number) => void;
}

const FAILED = "Failed to create order";
const NO_RESPONSE = "The server did not answer. Press Create Order again: it makes one order only.";

/** Takes an order for a customer. What is typed is asked about before it is thrown away. */
export function CreateOrderForm({ rules, startsWith, onClose, onCreated }: CreateOrderFormProps) {
  const [isTyped, setIsTyped] = useState(false);
  const [draft, setDraft] = useState<Draft>(() => ({
    ...emptyDraft(),
    ...(startsWith ? { customer: startsWith } : {}),
  }));
  const { send, pending, error, clearError } = useCommand<{ orderId: number }>(
    ({ orderId }) => onCreated(orderId),
    { title: FAILED, message: NO_RESPONSE },
  );
  const change = (next: Draft) => {
    setDraft(next);
    setIsTyped(true);
    // What the server said was about the lines as they were.
    if (next.lines !== draft.lines && !pending) clearError();
  };
  const currency = useStoreCurrency();
  const isPaidNow = draft.method === "cash" || draft.method === "card";
  return (
    <>
      {error && (
        <Notice tone="error" title={FAILED} className="mb-6">
          {error.message}
        </Notice>
      )}
      <OrderForm
        draft={draft}
        onChange={change}
        onSend={(typed) => send(orderCommands.create, formValuesOf(typed))}
        pending={pending}
        isUnsaved={isTyped}
        serverErrors={error?.fields}
        currency={currency}
        vatMode={rules.vatMode}
        taxLabels={useTaxLabels()}
        findCustomer={
          <Finder
            label="Find a customer"
            hint="Name, email or username. For a new customer, fill in the fields below."
            hasFirstFocus
            useFound={useFoundCustomers}
            describe={FoundCustomer}
            onChoose={(found) => change({ ...draft, customer: draftCustomerOf(found) })}
          />
        }
        findProduct={
          <Finder
            label="Add a product"
            useFound={useFoundProducts}
            describe={(product) => <FoundProduct {...{ product, currency }} />}
            onChoose={(product) => change({ ...draft, lines: withProduct(draft.lines, product) })}
            field="items"
          />
        }
        methods={rules.methods}
        methodHint={
          isPaidNow
            ? "The order is paid when you create it."
            : "The order stays pending until you record its payment."
        }
        mayPayLater={rules.mayPayLater}
        button="Create Order"
        pendingLabel="Creating..."
        waitsForLines
      >
        <Button type="button" variant="secondary" onClick={onClose}>
          Cancel
        </Button>
      </OrderForm>
    </>
  );
}

/** The text once typing rests. What was found for other letters is not offered: Enter would choose what nobody asked for. */
function useRested(text: string) {
  const search = useDelayed(text.trim(), SEARCH_DELAY);
  return { search, isCurrent: text.trim() === search && search !== "" };
}

export function useFoundCustomers(text: string) {
  const { search, isCurrent } = useRested(text);
  const { data, error } = trpc.shop.customers.useQuery({ search }, { enabled: search !== "" });
  const found = isCurrent ? data?.customers : undefined;
  return { found: found ?? [], status: foundStatus(found?.length, error) };
}

export function useFoundProducts(text: string) {
  const { search, isCurrent } = useRested(text);
  const { data, error } = trpc.products.list.useQuery({ search }, { enabled: search !== "" });
  const found = isCurrent ? data?.products : undefined;
  return { found: found ?? [], status: foundStatus(found?.length, error) };
}
