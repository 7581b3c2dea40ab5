import { defineEndpoint, reply } from "#server/rest/endpoint.ts";
import { insistsOn } from "#server/rest/entity-tag.ts";
import { defaultSettings } from "#server/settings/default-settings.ts";
import { findSettings, findSettingsVersion } from "#server/settings/read-settings.server.ts";
import { saveSomeSettings } from "#server/settings/save-settings.server.ts";
import { someSettingsSchema } from "#server/settings/settings-form.ts";
import { storeSettingsSchema } from "#server/settings/store-settings.ts";

const settingsSchema = storeSettingsSchema.strict().meta({ examples: [defaultSettings] });

export const getAdminSettings = defineEndpoint({
  method: "GET",
  path: "/api/admin/settings",
  summary: "The store settings in force",
  permission: "settings.view",
  responses: { 200: { description: "Amounts in pounds, rates as fractions", schema: settingsSchema } },
  answer: async ({ context }) => reply(200, (await findSettings(context)).values),
});

export const putAdminSettings = defineEndpoint({
  method: "PUT",
  path: "/api/admin/settings",
  summary:
    "Saves store settings; what is left out stays. With If-Match, only while nobody has saved since that ETag",
  command: saveSomeSettings,
  alsoNeeds: ["settings.view"],
  example: { body: { storePhone: "01584 000 001", freeShippingThreshold: 45, lowStockThreshold: 10 } },
  body: someSettingsSchema,
  conditional: true,
  refusals: ["conflict"],
  responses: { 200: { description: "The settings as they now are", schema: settingsSchema } },
  answer: async ({ context, request, body }) => {
    // The version before the values: should both change in between, the save below finds the version outdated.
    const version = await findSettingsVersion(context);
    const insists = insistsOn(request, (await findSettings(context)).values);
    await saveSomeSettings(context, { values: body, seenVersion: insists ? version : undefined });
    return reply(200, (await findSettings(context)).values);
  },
});
