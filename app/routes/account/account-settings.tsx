import { data, type HeadersFunction } from "@remix-run/node";
import { type ClientActionFunctionArgs, useActionData, useLoaderData } from "@remix-run/react";
import { Suspense } from "react";
import { z } from "zod";
import {
  AccessDenied,
  AccountError,
  FormErrorNotice,
  RequiredActionNotice,
} from "#app/components/account/account-notices.tsx";
import { ProfileTab } from "#app/components/account/profile-tab.tsx";
import { SecurityTab } from "#app/components/account/security-tab.tsx";
import { OpenedOrder } from "#app/components/orders/opened-order.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { TextLink } from "#app/components/ui/small-actions.tsx";
import { Tabs } from "#app/components/ui/tabs.tsx";
import { lazyPart } from "#app/lib/document/missing-files.tsx";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import type { ErrorPageHandle } from "#app/lib/document/route-handle.ts";
import { orFormError, unlessUnanswered } from "#app/lib/forms/failure-message.ts";
import {
  changePasswordSchema,
  eraseAccountSchema,
  passwordAndCodeSchema,
  profileFormSchema,
} from "#server/accounts/account.schema.ts";
import { findPendingEmail } from "#server/accounts/change-email.server.ts";
import { listPasskeys } from "#server/accounts/own-passkeys.server.ts";
import { readOwnProfile } from "#server/accounts/own-profile.server.ts";
import { addressForPasskeys, newPasskeySchema, relyingPartyOf } from "#server/accounts/passkey.schema.ts";
import { needsStaffPassword } from "#server/accounts/password.server.ts";
import { hasTwoFactor } from "#server/accounts/second-factor.server.ts";
import { deviceName, listSessions } from "#server/accounts/sessions.server.ts";
import { readTwoFactor } from "#server/accounts/two-factor.server.ts";
import { currentUser } from "#server/accounts/user-views.server.ts";
import type { Context } from "#server/core/context.ts";
import { optionalRowId } from "#server/core/fields.ts";
import { fieldRulesOf } from "#server/core/parse-form.ts";
import { isStaff } from "#server/core/roles.ts";
import { findOwnOrder, listOwnOrders } from "#server/orders/own-orders.server.ts";
import { page } from "#server/process/page.server.ts";
import { handleSettingsForm, type SettingsForm } from "./account-settings-forms.server.ts";

const ORDERS_SHOWN = 10;

const querySchema = z.object({
  tab: z.enum(["profile", "security", "orders", "support"]).catch("profile"),
  order: z.coerce.number().int().positive().optional().catch(undefined),
  after: optionalRowId,
});

const fieldRules = {
  profile: fieldRulesOf(profileFormSchema),
  password: fieldRulesOf(changePasswordSchema),
  erase: fieldRulesOf(eraseAccountSchema),
  twoFactor: fieldRulesOf(passwordAndCodeSchema),
  passkey: fieldRulesOf(newPasskeySchema),
};

/** Loaded with their tabs. */
const SupportTab = lazyPart(() => import("#app/components/account/support-tab.tsx"));
const PasskeysCard = lazyPart(() => import("#app/components/account/passkeys-card.tsx"));
const TwoFactorCard = lazyPart(() => import("#app/components/account/two-factor-card.tsx"));
const OwnOrdersTable = lazyPart(() => import("#app/components/orders/own-orders-table.tsx"));

export const meta = pageMeta({ title: "Account Settings", noindex: true });

async function passkeysFor(context: Context, request: Request) {
  const requested = new URL(request.url);
  return {
    passkeys: await listPasskeys(context),
    canAdd: relyingPartyOf(context.publicUrl, requested) !== null,
    addressForPasskeys: addressForPasskeys(context.publicUrl, requested),
    device: deviceName(request.headers.get("user-agent") ?? ""),
  };
}

export const loader = page(async ({ context, request, url }) => {
  const user = await currentUser(context);
  if (!user) return data({ user: null }, 401);
  const { tab, order, after } = querySchema.parse(Object.fromEntries(url.searchParams));
  const orders = tab === "orders" && !order ? await listOwnOrders(context, ORDERS_SHOWN + 1, after) : [];
  return data({
    user,
    tab,
    mayErase: !isStaff(user.role),
    mustFirst: context.actor.kind === "user" ? (context.actor.mustFirst ?? null) : null,
    forStaff: needsStaffPassword(user.role),
    profile: await readOwnProfile(context),
    pendingEmail: await findPendingEmail(context),
    sessions: tab === "security" ? await listSessions(context) : [],
    asksForCode: await hasTwoFactor(context, user.id),
    twoFactor: tab === "security" ? await readTwoFactor(context) : null,
    passkeys: tab === "security" ? await passkeysFor(context, request) : null,
    orders: orders.slice(0, ORDERS_SHOWN),
    olderAfter: orders.length > ORDERS_SHOWN ? (orders[ORDERS_SHOWN - 1]?.id ?? null) : null,
    order: tab === "orders" && order ? await findOwnOrder(context, order) : null,
    fieldRules,
  });
});

export const action = page(handleSettingsForm);

/** What the forms say without a response; all others say 'Update Failed'. */
const failed: Record<string, string> = {
  password: "Password Change Failed",
  erase: "Your account was not deleted",
};

export async function clientAction(asked: ClientActionFunctionArgs) {
  const intent = String((await asked.request.clone().formData()).get("intent"));
  return orFormError({ title: failed[intent] ?? "Update Failed" })(asked);
}

/** The page may show an API key or recovery codes. */
export const headers: HeadersFunction = () => ({ "Cache-Control": "no-store" });

export const shouldRevalidate = unlessUnanswered;

export default function AccountSettings() {
  const loaded = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  if (!loaded.user) {
    return <AccessDenied next="/account/settings">Please sign in to see your settings.</AccessDenied>;
  }
  const {
    user,
    tab,
    profile,
    pendingEmail,
    sessions,
    twoFactor,
    passkeys,
    orders,
    olderAfter,
    order,
    mayErase,
  } = loaded;
  const { fieldRules, mustFirst, forStaff, asksForCode } = loaded;
  const tabs = [
    ["profile", "Profile"],
    ["security", "Security"],
    ["orders", "Orders"],
    ["support", "Support"],
  ] as const;
  const result = actionData?.result ?? undefined;
  /** Which form came back. */
  const failedForm = result?.initialValue?.intent;
  const resultOf = (name: SettingsForm) => (failedForm === name ? result : undefined);
  return (
    <div className="frame grid gap-6 py-10">
      <header>
        <p>
          <TextLink to="/account">Your account</TextLink>
        </p>
        <h1 className="mt-1 text-title">Account Settings</h1>
      </header>
      <Tabs
        label="Account settings"
        tabs={tabs.map(([name, label]) => ({
          label,
          to: `/account/settings?tab=${name}`,
          current: tab === name,
        }))}
      />
      <FormErrorNotice error={actionData?.refusal} result={result} />
      {mustFirst && <RequiredActionNotice action={mustFirst} />}
      {tab === "profile" && (
        // The saved values may differ from what was typed (a new address waits): reset the form to them.
        <ProfileTab
          key={JSON.stringify([profile, pendingEmail])}
          profile={profile}
          rules={fieldRules.profile}
          pendingEmail={pendingEmail}
          twoFactor={asksForCode}
          lastResult={resultOf("profile")}
        />
      )}
      {tab === "security" && (
        <SecurityTab
          email={user.email}
          isVerified={user.isVerified}
          sessions={sessions}
          lastResult={resultOf("password")}
          passwordRules={fieldRules.password}
          asksForCode={asksForCode}
          owner={{ personalWords: [user.name, user.email, user.username], isStaff: forStaff }}
        >
          <Suspense>
            {twoFactor && (
              <TwoFactorCard
                view={twoFactor}
                rules={fieldRules.twoFactor}
                recoveryCodes={actionData && "recoveryCodes" in actionData ? actionData.recoveryCodes : null}
                lastResult={result}
                failedForm={failedForm}
              />
            )}
            {passkeys && (
              <PasskeysCard
                {...passkeys}
                asksCode={asksForCode}
                rules={fieldRules.passkey}
                factorRules={fieldRules.twoFactor}
                removal={resultOf("passkey-remove")}
                renaming={resultOf("passkey-rename")}
              />
            )}
          </Suspense>
        </SecurityTab>
      )}
      {tab === "orders" && order && (
        <Card className="grid gap-5">
          <p>
            <TextLink to="/account/settings?tab=orders">All orders</TextLink>
          </p>
          <h2 className="text-xl">Order {order.invoiceNumber}</h2>
          <OpenedOrder order={order} />
        </Card>
      )}
      {tab === "orders" && !order && (
        <Suspense>
          <OwnOrdersTable
            orders={orders}
            hrefOf={(id) => `/account/settings?tab=orders&order=${id}`}
            olderHref={olderAfter ? `/account/settings?tab=orders&after=${olderAfter}` : null}
          />
          {orders.length > 0 && (
            <p className="mt-6">
              <TextLink to="/account/carbon">What your orders store, year by year</TextLink>
            </p>
          )}
        </Suspense>
      )}
      {tab === "support" && (
        <Suspense>
          <SupportTab
            user={user}
            mayErase={mayErase}
            lastResult={resultOf("erase")}
            eraseRules={fieldRules.erase}
            asksForCode={asksForCode}
          />
        </Suspense>
      )}
    </div>
  );
}

export const handle: ErrorPageHandle = { ErrorPage: ErrorBoundary };

export function ErrorBoundary() {
  return <AccountError next="/account/settings" />;
}
