import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { defineEndpoint, reply } from "#server/rest/endpoint.ts";
import { matchesEntityTag } from "#server/rest/entity-tag.ts";
import { findSettings, findSettingsVersion } from "#server/settings/find-settings.server.ts";
import { saveSomeSettings } from "#server/settings/save-settings.server.ts";
import { someSettingsSchema } from "#server/settings/settings-form.ts";
import { storeSettingsSchema } from "#server/settings/store-settings.ts";

const settingsSchema = storeSettingsSchema.strict();

export const getAdminSettings = defineEndpoint({
  method: "GET",
  path: "/api/admin/settings",
  summary: "The store settings in force; the ETag names their version",
  permission: "settings.view:any",
  responses: { 200: { description: "Amounts in pounds, rates as fractions", schema: settingsSchema } },
  answer: ({ context }) => currentSettings(context),
});

export const putAdminSettings = defineEndpoint({
  method: "PUT",
  path: "/api/admin/settings",
  summary:
    "Saves store settings; what is left out stays. With If-Match, only while nobody has saved since that ETag",
  permission: "settings.edit:any",
  body: someSettingsSchema,
  refusals: ["conflict"],
  responses: { 200: { description: "The settings as they now are", schema: settingsSchema } },
  answer: async ({ context, request, body }) => {
    await saveSomeSettings(context, body, await expectedVersion(context, request));
    return currentSettings(context);
  },
});

async function currentSettings(context: Context) {
  const version = await findSettingsVersion(context);
  return reply(200, (await findSettings(context)).values, { ETag: tagOf(version) });
}

/**
 * The version that a script wants to change; undefined when it does not mind.
 * @throws ShopError `conflict` when its If-Match names another than the present one
 */
async function expectedVersion(context: Context, request: Request): Promise<number | undefined> {
  const wanted = request.headers.get("if-match");
  if (!wanted || wanted.trim() === "*") return undefined;
  const version = await findSettingsVersion(context);
  if (matchesEntityTag(wanted, tagOf(version))) return version;
  throw new ShopError("conflict", "The settings were changed meanwhile. Nothing was overwritten.");
}

function tagOf(version: number): string {
  return `"settings-${version}"`;
}
