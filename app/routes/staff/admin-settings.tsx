import { data, redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { Suspense } from "react";
import { z } from "zod";
import { PageError } from "#app/components/layout/page-error.tsx";
import { saveTexts } from "#app/components/staff/save-texts.ts";
import { settingsPanels } from "#app/components/staff/settings/settings-panels.tsx";
import { SettingsScreen } from "#app/components/staff/settings/settings-screen.tsx";
import { StaffData } from "#app/components/staff/staff-data.tsx";
import { pageMeta } from "#app/lib/page-meta.ts";
import { EDIT_PRODUCT_INTENT, handleProductForm } from "#server/catalogue/handle-product-form.server.ts";
import { noticeHeader } from "#server/http/notice.server.ts";
import { type PageRequest, staffPage } from "#server/http/page.server.ts";
import { handleSettingsForm } from "#server/settings/handle-settings-form.server.ts";
import { settingsTabs } from "#server/settings/settings-tabs.ts";
import { callerFor } from "#server/trpc/router.server.ts";
import { refusalBehind } from "#server/trpc/trpc-error.server.ts";

const querySchema = z.object({ tab: z.enum(settingsTabs).catch("General") });

export const meta = pageMeta({ title: "Store Settings", noindex: true });

const readSettingsTab = async ({ context, url }: PageRequest) => {
  const { tab } = querySchema.parse(Object.fromEntries(url.searchParams));
  const caller = callerFor(context);
  try {
    return {
      tab,
      settings: await caller.settings.read(),
      first: await settingsPanels[tab]?.load({ caller, search: url.searchParams }),
      loadedAt: context.clock.now().getTime(),
    };
  } catch (error) {
    throw refusalBehind(error);
  }
};

// Whoever may not signs in, and comes back here (docs/rules.md#access-8).
export const loader = staffPage("settings.edit", readSettingsTab, "sign-in");

/** The form of a tab or of a product, where there is no JavaScript to send it over tRPC. */
const handleForm = async ({ context, request }: PageRequest) => {
  const form = await request.formData();
  const answer =
    form.get("intent") === EDIT_PRODUCT_INTENT
      ? await handleProductForm(context, form)
      : await handleSettingsForm(context, form);
  if ("status" in answer) return data(answer, answer.status);
  const [tab, title] =
    "saved" in answer ? [answer.saved, saveTexts.settings.saved] : ["Products", saveTexts.product.saved];
  const headers = { "Set-Cookie": await noticeHeader({ kind: "success", title }) };
  return redirect(`/admin/settings?tab=${tab}`, { status: 303, headers });
};

export const action = staffPage("settings.edit", handleForm, "sign-in");

export default function AdminSettings() {
  const { tab, settings, first, loadedAt } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const panel = settingsPanels[tab];
  return (
    <StaffData>
      <div className="frame grid grid-cols-[minmax(0,1fr)] gap-6 py-8">
        <header>
          <p>
            <Link to="/admin" className="text-moss underline">
              Admin Dashboard
            </Link>
          </p>
          <h1 className="mt-1 text-3xl">Store Settings</h1>
        </header>
        <SettingsScreen
          tab={tab}
          first={settings}
          loadedAt={loadedAt}
          answer={answer && "tab" in answer ? answer : undefined}
        />
        <Suspense>{panel && <panel.Panel key={tab} first={first} loadedAt={loadedAt} />}</Suspense>
      </div>
    </StaffData>
  );
}

export function ErrorBoundary() {
  return <PageError />;
}
