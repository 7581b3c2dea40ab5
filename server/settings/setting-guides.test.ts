import { describe, expect, it } from "vitest";
import { fieldsOf, settingGuides } from "./setting-guides.ts";
import type { SomeSettings } from "./settings-form.ts";
import { type SettingName, settingsTabs } from "./settings-tabs.ts";
import { defaultSettings, storeSettingsSchema } from "./store-settings.ts";

describe("the guide of every setting", () => {
  it("stands on one tab, and no setting is without", () => {
    const shown = settingsTabs.flatMap(fieldsOf).toSorted();
    const stored = Object.keys(storeSettingsSchema.shape).toSorted();
    expect(shown, "Each setting needs a guide in server/settings/, on one tab").toEqual(stored);
  });

  it("says in a line what it changes, with an example of the typed values", () => {
    const settings = defaultSettings;
    for (const tab of settingsTabs) {
      const guides = settingGuides[tab];
      for (const guide of guides) expect(guide.changes(settings)).toMatch(/\w.*[.”/]$|https:/);
    }
    const lineOf = (tab: (typeof settingsTabs)[number], name: SettingName, entered: SomeSettings) =>
      settingGuides[tab].find((guide) => guide.name === name)?.changes({ ...settings, ...entered });
    expect(lineOf("Tax", "taxRate", {})).toContain("a £30 item shows VAT £6.00");
    expect(lineOf("Tax", "taxRate", { taxRate: 0.05, taxLabel: "GST" })).toContain(
      "a £30 item shows GST £1.50",
    );
    const line = settingGuides.Tax.find(({ name }) => name === "taxIncludedInPrices");
    expect(line?.changes({ ...settings, takesRealMoney: true })).toContain("£5.00, either way");
    expect(lineOf("Shipping", "standardShippingCost", { standardShippingCost: 4 })).toContain("costs £4.00");
  });
});
