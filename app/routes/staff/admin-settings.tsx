import { useLoaderData } from "@remix-run/react";
import { Suspense } from "react";
import { z } from "zod";
import { SettingsScreen, settingsPanels } from "#app/components/staff/settings/settings-screen.tsx";
import { StaffData } from "#app/components/staff/staff-data.tsx";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import { staffPage } from "#server/process/page.server.ts";
import { settingsTabs } from "#server/settings/settings-tabs.ts";
import { callerFor } from "#server/trpc/router.server.ts";

const querySchema = z.object({ tab: z.enum(settingsTabs).catch("General") });

export const meta = pageMeta({ title: "Store Settings", noindex: true });

// Everybody else signs in and returns here (docs/rules.md#access-8).
export const loader = staffPage("settings.edit", async ({ context, url }) => {
  const { tab } = querySchema.parse(Object.fromEntries(url.searchParams));
  const caller = callerFor(context);
  return {
    tab,
    settings: await caller.settings.read(),
    first: await settingsPanels.find(({ key }) => key === tab)?.load({ caller, search: url.searchParams }),
    loadedAt: context.clock.now().getTime(),
  };
});

export default function AdminSettings() {
  const { tab, settings, first, loadedAt } = useLoaderData<typeof loader>();
  const panel = settingsPanels.find(({ key }) => key === tab);
  return (
    <StaffData>
      <div className="frame grid grid-cols-[minmax(0,1fr)] gap-5 py-5">
        <header>
          <h1 className="text-2xl">Store Settings</h1>
        </header>
        <SettingsScreen tab={tab} first={settings} loadedAt={loadedAt} />
        <Suspense>{panel && <panel.Panel key={tab} first={first} loadedAt={loadedAt} />}</Suspense>
      </div>
    </StaffData>
  );
}
