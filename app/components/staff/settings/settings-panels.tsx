import type { ComponentType } from "react";
import { lazyPart } from "#app/lib/document/missing-files.tsx";
import { catalogueList } from "#server/catalogue/catalogue-query.schema.ts";
import type { SettingsTab } from "#server/settings/settings-tabs.ts";
import type { callerFor } from "#server/trpc/router.server.ts";
import { idIn } from "../dashboard-tab.tsx";
import type { FirstCatalogue } from "../products/catalogue-panel.tsx";

/** Each on one tab only. */
const RatesPanel = lazyPart(() => import("./rates-panel.tsx"));
/** Of some weight, and on one tab only. */
const CataloguePanel = lazyPart(() => import("../products/catalogue-panel.tsx"));

interface PanelRequest {
  caller: ReturnType<typeof callerFor>;
  /** The search of the address: filters, sort and page of the panel's list. */
  search: URLSearchParams;
}

interface SettingsPanelProps<First> {
  /** What the panel's `load` answered: `initialData` of its query. */
  first: First;
  /** When it was read, in milliseconds: `initialDataUpdatedAt` of its query. */
  loadedAt: number;
}

interface PanelDefinition<First> {
  load: (request: PanelRequest) => Promise<First>;
  Panel: ComponentType<SettingsPanelProps<First>>;
}

/** Ties what `load` answers to what `Panel` is given. */
function settingsPanel<First>({ load, Panel }: PanelDefinition<First>): PanelDefinition<unknown> {
  // `first` comes from this very panel's `load`: the screen looks both up by the same tab.
  return { load, Panel: ({ first, loadedAt }) => <Panel first={first as First} loadedAt={loadedAt} /> };
}

/** What a tab of /admin/settings shows under its own fields, such as the catalogue under Products. */
export const settingsPanels: Partial<Record<SettingsTab, PanelDefinition<unknown>>> = {
  Shipping: settingsPanel({ load: ({ caller }) => caller.settings.read(), Panel: RatesPanel }),
  Products: settingsPanel({
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
};
