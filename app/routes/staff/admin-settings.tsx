import { useLoaderData } from "@remix-run/react";
import { Suspense } from "react";
import { z } from "zod";
import { idIn } from "#app/components/staff/dashboard-tab.tsx";
import { SettingsScreen } from "#app/components/staff/settings/settings-screen.tsx";
import { StaffData } from "#app/components/staff/staff-data.tsx";
import { lazyPart } from "#app/lib/document/missing-files.tsx";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import { catalogueList } from "#server/catalogue/catalogue-query.schema.ts";
import { staffPage } from "#server/process/page.server.ts";
import { settingsTabs } from "#server/settings/settings-tabs.ts";
import { queriesFor } from "#server/trpc/router.server.ts";

/** Each on one tab only. */
const RatesPanel = lazyPart(() => import("#app/components/staff/settings/rates-panel.tsx"));
/** Of some weight, and on one tab only. */
const CataloguePanel = lazyPart(() => import("#app/components/staff/products/catalogue-panel.tsx"));

const querySchema = z.object({ tab: z.enum(settingsTabs).catch("General") });

export const meta = pageMeta({ title: "Store Settings", noindex: true });

// Everybody else signs in and returns here (docs/rules.md#access-8).
export const loader = staffPage("settings.edit", async ({ context, url }) => {
  const { tab } = querySchema.parse(Object.fromEntries(url.searchParams));
  const { queries, loaded } = queriesFor(context);
  await queries.settings.read.fetch();
  if (tab === "Products") {
    const { catalogue, categories, one } = queries.products;
    const edited = idIn(url.searchParams, "edit");
    await catalogue.fetch(catalogueList.read(url.searchParams));
    await categories.fetch();
    if (edited !== null) await one.fetch({ id: edited });
  }
  return { tab, loaded: loaded() };
});

export default function AdminSettings() {
  const { tab, loaded } = useLoaderData<typeof loader>();
  return (
    <StaffData loaded={loaded}>
      <div className="frame grid grid-cols-[minmax(0,1fr)] gap-5 py-5">
        <header>
          <h1 className="text-2xl">Store Settings</h1>
        </header>
        <SettingsScreen tab={tab} />
        <Suspense>
          {tab === "Shipping" && <RatesPanel />}
          {tab === "Products" && <CataloguePanel />}
        </Suspense>
      </div>
    </StaffData>
  );
}
