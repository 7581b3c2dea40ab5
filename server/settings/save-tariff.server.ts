import { z } from "zod";
import { read } from "#server/access/read.server.ts";
import { command } from "#server/commands/run-command.server.ts";
import type { Context } from "#server/core/context.ts";
import { csvPieces, parseCsv, UnreadableCsv } from "#server/core/csv.ts";
import { keptAsText } from "#server/core/csv-cells.ts";
import { textOfFile } from "#server/core/text.ts";
import { EXAMPLE_TARIFF, type TypedTariff, typedTariff } from "#server/pricing/tariff-text.ts";
import { readSettings } from "./read-settings.server.ts";
import { saveSettings } from "./save-settings.server.ts";
import { settingsCommands } from "./settings-form.ts";

/**
 * Saves the table of rates, as part of the Shipping tab. A form that brings a file saves nothing: it comes back with
 * the file in its table, and what is wrong with it beside its cells.
 * @throws ShopError `conflict` when somebody saved the tab after `seenVersion`
 */
export const saveTariff = command(
  settingsCommands.saveTariff,
  async (context, { seenVersion, values }): Promise<void> => {
    await saveSettings(context, { tab: "Shipping", seenVersion, values });
  },
  { read: readForm },
);

async function readForm(_context: Context, form: FormData) {
  const schema = settingsCommands.saveTariff.input;
  if (!form.has("readFile")) return { form, schema };
  const file = form.get("file");
  const text = file instanceof File ? textOfFile(await file.bytes()) : "";
  const found = typedIn(text);
  if ("refusal" in found) return { form, schema: refusing(schema, found.refusal) };
  return { form: formOf(found, form), schema };
}

/** The schema with a word about the file, which is none that could be read. */
function refusing<Value>(schema: z.ZodType<Value>, message: string): z.ZodType<Value> {
  return z.preprocess((fields, context) => {
    context.addIssue({ code: "custom", message, path: ["file"], continue: true });
    return fields;
  }, schema);
}

/** The table in a file of any CSV, whose first columns are called zone and places. */
function typedIn(text: string): TypedTariff | { refusal: string } {
  if (text.trim() === "") return { refusal: "Choose a file first." };
  try {
    const { columns, records } = parseCsv(text);
    if (!columns.includes("zone") || !columns.includes("places")) {
      return { refusal: "The file needs the columns zone and places, and one for each load or weight." };
    }
    const priced = columns.filter((name) => name !== "zone" && name !== "places");
    const rows = records.map(({ cells }) => ({
      zone: cells.zone ?? "",
      places: cells.places ?? "",
      prices: priced.map((name) => cells[name] ?? ""),
    }));
    return { columns: priced.map((name) => name.replaceAll("_", " ")), rows };
  } catch (error) {
    if (error instanceof UnreadableCsv) return { refusal: error.message };
    throw error;
  }
}

function formOf({ columns, rows }: TypedTariff, sent: FormData): FormData {
  const form = new FormData();
  for (const name of ["intent", "seenVersion", "charge", "readFile"]) {
    const value = sent.get(name);
    if (value !== null) form.set(name, value);
  }
  for (const [index, name] of columns.entries()) form.set(`columns[${index}]`, name);
  for (const [row, { zone, places, prices }] of rows.entries()) {
    form.set(`rows[${row}].zone`, zone);
    form.set(`rows[${row}].places`, places);
    for (const [column, text] of prices.entries()) form.set(`rows[${row}].prices[${column}]`, text);
  }
  return form;
}

/** The saved table as a file, or an example of one. */
export const exportTariff = read(
  "settings.view",
  async (context: Context, { example }: { example: boolean }): Promise<AsyncIterable<string>> => {
    const { deliveryTariff } = await readSettings(context.em.fork());
    const { columns, rows } = typedTariff(example || deliveryTariff === "" ? EXAMPLE_TARIFF : deliveryTariff);
    const cells = rows.map(({ zone, places, prices }) => [keptAsText(zone), keptAsText(places), ...prices]);
    async function* batches() {
      yield cells;
    }
    return csvPieces(["zone", "places", ...columns.map((name) => name.replaceAll(" ", "_"))], batches());
  },
);
