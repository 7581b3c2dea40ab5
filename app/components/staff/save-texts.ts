import { productCommands } from "#server/catalogue/product-commands.ts";
import { settingsCommands } from "#server/settings/settings-form.ts";

/** What staff are told when something was saved, and when it was not; the server's words go before. */
export const saveTexts = {
  settings: {
    saved: settingsCommands.save.done,
    failed: { title: "Update failed", message: "Failed to update settings" },
  },
  product: {
    saved: productCommands.update.done,
    failed: { title: "Update failed", message: "Failed to update product" },
  },
} as const;
