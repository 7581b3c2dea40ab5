import { z } from "zod";
import { requirePermission } from "#server/access/require.server.ts";
import type { ChangeView } from "#server/audit/audit-search.ts";
import { fieldLabel } from "#server/audit/change-words.ts";
import { changedSince, revertibleFields } from "#server/audit/revertible.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { readSettings } from "./read-settings.server.ts";
import { saveSettings } from "./save-settings.server.ts";
import { someSettingsSchema } from "./settings-form.ts";
import { settingsTabs } from "./settings-tabs.ts";

/**
 * Takes back what one save changed. What was saved before stays saved: a tab does not go back to "never saved".
 * @throws ShopError `conflict` when a field of it has been changed again since
 */
export async function revertSettings(context: Context, change: ChangeView): Promise<void> {
  requirePermission(context, "settings.edit");
  const tab = z.enum(settingsTabs).parse(change.subjectId);
  const fields = revertibleFields(change);
  const now = await readSettings(context.em.fork());
  const [again] = changedSince(fields, change.after, { ...now });
  if (again !== undefined) {
    throw new ShopError(
      "conflict",
      `${fieldLabel(again)} has been changed again since. Nothing was taken back.`,
    );
  }
  const values = someSettingsSchema.parse(
    Object.fromEntries(fields.map((name) => [name, change.before[name]])),
  );
  const seenVersion = now.tabSaves[tab]?.version ?? 0;
  await saveSettings(context, { tab, seenVersion, values }, { revertOf: change.id });
}
