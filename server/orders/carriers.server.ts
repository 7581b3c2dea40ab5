import { z } from "zod";
import { read } from "#server/access/read.server.ts";
import { command } from "#server/commands/run-command.server.ts";
import type { Context } from "#server/core/context.ts";
import { csvPieces, UnreadableCsv } from "#server/core/csv.ts";
import { ShopError } from "#server/core/errors.ts";
import { rowIdFromText } from "#server/core/fields.ts";
import { textOfFile } from "#server/core/text.ts";
import { carrierFileOf, carrierFiles } from "./carrier-files.ts";
import { orderCommands } from "./order-commands.ts";
import { findLastCarrier, findOrdersNumbered, findOrdersToPack } from "./packing.server.ts";
import { ordersNamedIn, planTracking, readTrackingFile } from "./tracking-file.ts";

const querySchema = z.object({
  carrier: z.enum(carrierFiles).catch("click-and-drop"),
  ticked: z.boolean(),
  order: z.array(rowIdFromText).catch([]),
});

/**
 * What an address asks for, by ids: a form of ticked orders says that it is one, as nothing ticked is not everything, for
 * which `only` is null.
 */
export function parseCarrierExport(search: URLSearchParams) {
  const { carrier, ticked, order } = querySchema.parse({
    carrier: search.get("carrier"),
    ticked: search.has("ticked"),
    order: search.getAll("order"),
  });
  return { carrier, only: ticked || order.length > 0 ? order : null };
}

/** What waits, as a file that a carrier's program reads. For anyone who packs: it has addresses and no money. */
export const exportForCarrier = read(
  ["orders.dispatch", "orders.view"],
  async (context: Context, { carrier, only }: ReturnType<typeof parseCarrierExport>) => {
    const { orders } = await findOrdersToPack(context);
    const wanted = only === null ? orders : orders.filter(({ id }) => only.includes(id));
    const { columns, rows } = carrierFileOf(carrier, wanted);
    return { fileName: `${carrier}.csv`, pieces: csvPieces(columns, [rows]) };
  },
);

/**
 * What a carrier's file of tracking numbers would send, row by row; nothing is sent. Anyone who agrees sends
 * `orders.dispatchMany`. @throws ShopError `validation_failed` for a file that cannot be read
 */
export const readTracking = command(
  orderCommands.readTracking,
  async (context, { csv }) => {
    const { rows, carrier } = readable(csv);
    const plan = planTracking(rows, await findOrdersNumbered(context, ordersNamedIn(rows)));
    // That of the parcel before, for a file that names none.
    return { ...plan, carrier, lastCarrier: await findLastCarrier(context) };
  },
  {
    read: async (_context, form) => {
      const file = form.get("file");
      if (file instanceof File && file.size > 0) form.set("csv", textOfFile(await file.bytes()));
      form.delete("file");
      return { form, schema: orderCommands.readTracking.input };
    },
  },
);

/** What becomes of a file. */
export type ReadTracking = Awaited<ReturnType<typeof readTracking>>;

function readable(text: string) {
  try {
    return readTrackingFile(text);
  } catch (error) {
    if (!(error instanceof UnreadableCsv)) throw error;
    throw new ShopError("validation_failed", error.message, { fields: { csv: [error.message] } });
  }
}
