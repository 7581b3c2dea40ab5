import { mutation, reading } from "#server/trpc/procedures.server.ts";
import { router } from "#server/trpc/trpc.server.ts";
import { findSettings } from "./read-settings.server.ts";
import { saveSettings } from "./save-settings.server.ts";
import { saveTariff } from "./save-tariff.server.ts";

/** The procedures of the settings screen. */
export const settingsRouter = router({
  read: reading(findSettings).query(({ ctx }) => findSettings(ctx)),
  save: mutation(saveSettings),
  saveTariff: mutation(saveTariff),
});
