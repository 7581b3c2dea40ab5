import { data } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigate, useNavigation } from "@remix-run/react";
import { z } from "zod";
import { AccessDenied, AccountError, FormErrorNotice } from "#app/components/account/account-notices.tsx";
import { StatsCards } from "#app/components/account/facts.tsx";
import { ProfileFields } from "#app/components/account/profile-fields.tsx";
import { OpenedOrder } from "#app/components/orders/opened-order.tsx";
import OwnOrdersTable from "#app/components/orders/own-orders-table.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { Tabs } from "#app/components/ui/tabs.tsx";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import type { ErrorPageHandle } from "#app/lib/document/route-handle.ts";
import { CheckedForm, useCheckedForm } from "#app/lib/forms/checked-form.tsx";
import { orFormError } from "#app/lib/forms/failure-message.ts";
import { useHydrated } from "#app/lib/use-hydrated.ts";
import { dashboardProfileFormSchema } from "#server/accounts/account.schema.ts";
import { findPendingEmail } from "#server/accounts/change-email.server.ts";
import { hasTwoFactor } from "#server/accounts/second-factor.server.ts";
import { currentUser, requireUser, type UserView } from "#server/accounts/user-views.server.ts";
import { optionalRowId } from "#server/core/fields.ts";
import { fieldRulesOf } from "#server/core/parse-form.ts";
import { schemaOf, touchedOnly } from "#server/core/touched-fields.ts";
import {
  findOwnOrder,
  listOwnOrders,
  type OpenedOwnOrder,
  ownOrderTotals,
} from "#server/orders/own-orders.server.ts";
import { page } from "#server/process/page.server.ts";
import { saveProfile } from "./account-settings-forms.server.ts";

const ORDERS_SHOWN = 10;

const querySchema = z.object({
  tab: z.enum(["orders", "profile"]).catch("orders"),
  order: z.coerce.number().int().positive().optional().catch(undefined),
  after: optionalRowId,
});

export const meta = pageMeta({ title: "Customer Dashboard", noindex: true });

const fieldRules = fieldRulesOf(dashboardProfileFormSchema);

export const loader = page(async ({ context, url }) => {
  const user = await currentUser(context);
  if (user?.role !== "customer") {
    return data({ user: null, signedIn: user !== null }, user ? 403 : 401);
  }
  const { tab, order, after } = querySchema.parse(Object.fromEntries(url.searchParams));
  const orders = await listOwnOrders(context, ORDERS_SHOWN + 1, after);
  return data({
    user,
    tab,
    totals: await ownOrderTotals(context),
    orders: orders.slice(0, ORDERS_SHOWN),
    olderAfter: orders.length > ORDERS_SHOWN ? (orders[ORDERS_SHOWN - 1]?.id ?? null) : null,
    order: order ? await findOwnOrder(context, order) : null,
    pendingEmail: await findPendingEmail(context),
    twoFactor: await hasTwoFactor(context, user.id),
    fieldRules,
  });
});

export const action = page(async ({ context, request }) => {
  requireUser(context);
  return saveProfile(context, await request.formData(), "/customer-dashboard?tab=profile", (names) =>
    schemaOf(dashboardProfileFormSchema, names),
  );
});

export const clientAction = orFormError({ title: "Update Failed" });

export default function CustomerDashboard() {
  const loaded = useLoaderData<typeof loader>();
  if (!loaded.user) {
    return (
      <AccessDenied {...(loaded.signedIn ? {} : { next: "/customer-dashboard" })}>
        This area is for customers only
      </AccessDenied>
    );
  }
  const { user, tab, totals, orders, olderAfter, order, pendingEmail, twoFactor, fieldRules } = loaded;
  const tabs = [
    { label: "My Orders", to: "/customer-dashboard?tab=orders", current: tab === "orders" },
    { label: "Profile Settings", to: "/customer-dashboard?tab=profile", current: tab === "profile" },
  ];
  return (
    <div className="frame grid gap-6 py-10">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="text-title">Customer Dashboard</h1>
          <p className="mt-2 text-ink-soft">Welcome back, {user.name}.</p>
        </div>
        <ButtonLink to="/account" variant="secondary">
          Your account
        </ButtonLink>
      </header>
      <StatsCards totals={totals} isVerified={user.isVerified} hasResearchAccess={user.hasResearchAccess} />
      <Tabs label="Dashboard" tabs={tabs} />
      {tab === "orders" ? (
        <>
          <OwnOrdersTable
            orders={orders}
            hrefOf={(id) => `/customer-dashboard?tab=orders&order=${id}`}
            olderHref={olderAfter ? `/customer-dashboard?tab=orders&after=${olderAfter}` : null}
          />
          <OrderModal order={order} />
        </>
      ) : (
        // The saved values may differ from what was typed (a new address waits): reset the form to them.
        <ProfileSettings
          key={JSON.stringify([user, pendingEmail])}
          {...{ user, pendingEmail, twoFactor, fieldRules }}
        />
      )}
    </div>
  );
}

/** The order's details in a modal dialog; without JavaScript, below the list. */
function OrderModal({ order }: { order: OpenedOwnOrder | null }) {
  const navigate = useNavigate();
  const hydrated = useHydrated();
  const close = () => navigate("/customer-dashboard?tab=orders", { preventScrollReset: true });
  const title = order ? `Order ${order.invoiceNumber}` : "Order";
  if (!hydrated) {
    return (
      order && (
        <Card className="grid gap-5">
          <h2 className="text-xl">{title}</h2>
          <OpenedOrder order={order} />
        </Card>
      )
    );
  }
  return (
    <Dialog open={order !== null} onClose={close} title={title}>
      {order && <OpenedOrder order={order} />}
    </Dialog>
  );
}

interface ProfileSettingsProps {
  user: UserView;
  pendingEmail: string | null;
  twoFactor: boolean;
  fieldRules: typeof fieldRules;
}

function ProfileSettings({ user, pendingEmail, twoFactor, fieldRules }: ProfileSettingsProps) {
  const actionData = useActionData<typeof action>();
  const saving = useNavigation().formAction?.startsWith("/customer-dashboard") ?? false;
  const { name, email, phone, address, city, postcode, country, companyName } = user;
  const stored = { name, email, phone, address, city, postcode, country, companyName };
  const [form, fields] = useCheckedForm({
    id: "dashboard-profile",
    rules: fieldRules,
    fetchSchema: async () => {
      const { dashboardProfileFormSchema } = await import("#server/accounts/account.schema.ts");
      return touchedOnly(dashboardProfileFormSchema, stored);
    },
    lastResult: actionData?.result,
    defaultValue: stored,
  });
  return (
    <Card className="grid gap-5">
      <h2 className="text-xl">Profile Settings</h2>
      <FormErrorNotice error={actionData?.refusal} result={actionData?.result ?? undefined} />
      <CheckedForm form={form} className="grid gap-5">
        <ProfileFields fields={fields} pendingEmail={pendingEmail} twoFactor={twoFactor} />
        <Button pending={saving} pendingLabel="Saving..." className="justify-self-start">
          Save Changes
        </Button>
      </CheckedForm>
    </Card>
  );
}

export const handle: ErrorPageHandle = { ErrorPage: ErrorBoundary };

export function ErrorBoundary() {
  return <AccountError next="/customer-dashboard" />;
}
