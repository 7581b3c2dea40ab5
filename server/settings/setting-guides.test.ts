import { describe, expect, it } from "vitest";
import { defaultSettings } from "./default-settings.ts";
import { settingGuides } from "./setting-guides.ts";
import type { SomeSettings } from "./settings-form.ts";
import { type SettingName, settingsTabs, tabFields } from "./settings-tabs.ts";

describe("the guide of every setting", () => {
  it("says in a line what it changes, with an example that follows what is typed", () => {
    const settings = defaultSettings;
    for (const tab of settingsTabs) {
      const guides = settingGuides[tab];
      expect(guides.map(({ name }) => name).toSorted()).toEqual([...tabFields[tab]].toSorted());
      for (const guide of guides) expect(guide.changes(settings)).toMatch(/\w.*[.”/]$|https:/);
    }
    const lineOf = (tab: (typeof settingsTabs)[number], name: SettingName, typed: SomeSettings) =>
      settingGuides[tab].find((guide) => guide.name === name)?.changes({ ...settings, ...typed });
    expect(lineOf("Tax", "taxRate", {})).toContain("a £30 item shows VAT £6.00");
    expect(lineOf("Tax", "taxRate", { taxRate: 0.05, taxLabel: "GST" })).toContain(
      "a £30 item shows GST £1.50",
    );
    const line = settingGuides.Tax.find(({ name }) => name === "taxIncludedInPrices");
    expect(line?.changes({ ...settings, takesRealMoney: true })).toContain("£5.00, either way");
    expect(lineOf("Shipping", "standardShippingCost", { standardShippingCost: 4 })).toContain("costs £4.00");
  });
});
