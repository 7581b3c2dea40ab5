import { findSettings } from "#server/settings/read-settings.server.ts";
import { saveSettings } from "#server/settings/save-settings.server.ts";
import { readTariffFile, saveTariff } from "#server/settings/save-tariff.server.ts";
import { mutation, reading } from "./procedures.server.ts";
import { router } from "./trpc.server.ts";

/** The procedures of the settings screen. */
export const settingsRouter = router({
  read: reading(findSettings).query(({ ctx }) => findSettings(ctx)),
  save: mutation(saveSettings),
  readTariff: mutation(readTariffFile),
  saveTariff: mutation(saveTariff),
});
