import { read } from "#server/access/read.server.ts";
import { command } from "#server/commands/run-command.server.ts";
import type { Context } from "#server/core/context.ts";
import { csvPieces, parseCsv, UnreadableCsv } from "#server/core/csv.ts";
import { asSpreadsheetText } from "#server/core/csv-cells.ts";
import { ShopError } from "#server/core/errors.ts";
import { textOfFile } from "#server/core/text.ts";
import { EXAMPLE_TARIFF, type TypedTariff, typedTariff } from "#server/pricing/tariff-text.ts";
import { readSettings } from "./read-settings.server.ts";
import { saveSettings } from "./save-settings.server.ts";
import { type ReadTariff, settingsCommands } from "./settings-form.ts";

/**
 * Saves the table of rates, as part of the Shipping tab.
 * @throws ShopError `conflict` when somebody saved the tab after `seenVersion`
 */
export const saveTariff = command(
  settingsCommands.saveTariff,
  async (context, { seenVersion, values }): Promise<void> => {
    await saveSettings(context, { tab: "Shipping", seenVersion, values });
  },
);

/**
 * Reads a file for the table of rates, and says what is wrong with it beside its cells. Nothing is saved.
 * @throws ShopError `validation_failed` for a file that cannot be read
 */
export const readTariffFile = command(
  settingsCommands.readTariff,
  async (_context, { csv }): Promise<ReadTariff> => {
    const tariff = typedIn(csv);
    const checked = settingsCommands.saveTariff.input.safeParse({ ...tariff, seenVersion: 0 });
    const problems: ReadTariff["problems"] = {};
    for (const { path, message } of checked.error?.issues ?? []) {
      const name = fieldName(path);
      problems[name] = [...(problems[name] ?? []), message];
    }
    return { ...tariff, problems };
  },
  {
    read: async (_context, form) => {
      const file = form.get("file");
      if (file instanceof File) form.set("csv", textOfFile(await file.bytes()));
      form.delete("file");
      return { form, schema: settingsCommands.readTariff.input };
    },
  },
);

/** "rows[0].places" */
function fieldName(path: readonly PropertyKey[]): string {
  const [first = "", ...rest] = path;
  return (
    String(first) + rest.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`)).join("")
  );
}

/** The table in a file of any CSV, whose first columns are called zone and places. */
function typedIn(text: string): TypedTariff {
  if (text.trim() === "") throw unreadable("Choose a file first.");
  try {
    const { columns, records } = parseCsv(text);
    if (!columns.includes("zone") || !columns.includes("places")) {
      throw unreadable("The file needs the columns zone and places, and one for each load or weight.");
    }
    const priced = columns.filter((name) => name !== "zone" && name !== "places");
    const rows = records.map(({ cells }) => ({
      zone: cells.zone ?? "",
      places: cells.places ?? "",
      prices: priced.map((name) => cells[name] ?? ""),
    }));
    return { columns: priced.map((name) => name.replaceAll("_", " ")), rows };
  } catch (error) {
    throw error instanceof UnreadableCsv ? unreadable(error.message) : error;
  }
}

const unreadable = (message: string) =>
  new ShopError("validation_failed", message, { fields: { file: [message] } });

/** The saved table as a file, or an example of one. */
export const exportTariff = read(
  "settings.view",
  async (context: Context, { example }: { example: boolean }): Promise<AsyncIterable<string>> => {
    const { deliveryTariff } = await readSettings(context.em.fork());
    const { columns, rows } = typedTariff(example || deliveryTariff === "" ? EXAMPLE_TARIFF : deliveryTariff);
    const cells = rows.map(({ zone, places, prices }) => [
      asSpreadsheetText(zone),
      asSpreadsheetText(places),
      ...prices,
    ]);
    return csvPieces(["zone", "places", ...columns.map((name) => name.replaceAll(" ", "_"))], [cells]);
  },
);
