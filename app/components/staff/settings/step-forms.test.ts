import { expect, it } from "vitest";
import { guideOf } from "#server/settings/setting-guides.ts";
import { defaultSettings } from "#server/settings/store-settings.ts";
import { fieldsOfSettings } from "./step-forms.tsx";

it("a form of settings begins with what is on and what is off", () => {
  const values = { ...defaultSettings, taxEnabled: true, shippingEnabled: false, taxLabel: "VAT" };
  const guides = (["taxEnabled", "shippingEnabled", "taxLabel"] as const).map(guideOf);
  expect(fieldsOfSettings(guides, values)).toEqual({
    taxEnabled: true,
    shippingEnabled: false,
    taxLabel: "VAT",
  });
});
