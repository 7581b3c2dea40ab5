import { lazyPart } from "#app/lib/document/missing-files.tsx";
import { catalogueList } from "#server/catalogue/catalogue-query.schema.ts";
import type { SettingsTab } from "#server/settings/settings-tabs.ts";
import { type DashboardTab, dashboardTab, idIn } from "../dashboard-tab.tsx";
import type { FirstCatalogue } from "../products/catalogue-panel.tsx";

/** Each on one tab only. */
const RatesPanel = lazyPart(() => import("./rates-panel.tsx"));
/** Of some weight, and on one tab only. */
const CataloguePanel = lazyPart(() => import("../products/catalogue-panel.tsx"));

/** What a tab of /admin/settings shows under its own fields, such as the catalogue under Products. */
export const settingsPanels: readonly DashboardTab[] = [
  dashboardTab({
    key: "Shipping" satisfies SettingsTab,
    label: "Table of rates",
    permission: "settings.edit",
    load: ({ caller }) => caller.settings.read(),
    Panel: RatesPanel,
  }),
  dashboardTab({
    key: "Products" satisfies SettingsTab,
    label: "Catalogue",
    permission: "settings.edit",
    load: async ({ caller, search }): Promise<FirstCatalogue> => {
      const edited = idIn(search, "edit");
      return {
        page: await caller.products.catalogue(catalogueList.read(search)),
        categories: await caller.products.categories(),
        edited: edited === null ? null : await caller.products.one({ id: edited }),
      };
    },
    Panel: CataloguePanel,
  }),
];
