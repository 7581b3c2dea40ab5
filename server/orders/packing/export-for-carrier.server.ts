import { z } from "zod";
import { read } from "#server/access/read.server.ts";
import type { Context } from "#server/core/context.ts";
import { csvPieces } from "#server/core/csv.ts";
import { rowIdFromText } from "#server/core/row-id.ts";
import { type CarrierFile, carrierFileOf, carrierFiles } from "./carrier-files.ts";
import { findOrdersToPack } from "./find-orders-to-pack.server.ts";

interface CarrierExport {
  carrier: CarrierFile;
  /** The ids of those that are wanted; null for all that waits. */
  only: readonly number[] | null;
}

const querySchema = z.object({
  carrier: z.enum(carrierFiles).catch("click-and-drop"),
  ticked: z.boolean(),
  order: z.array(rowIdFromText).catch([]),
});

/** What an address asks for: a form of ticked orders says that it is one, as nothing ticked is not everything. */
export function parseCarrierExport(search: URLSearchParams): CarrierExport {
  const { carrier, ticked, order } = querySchema.parse({
    carrier: search.get("carrier"),
    ticked: search.has("ticked"),
    order: search.getAll("order"),
  });
  return { carrier, only: ticked || order.length > 0 ? order : null };
}

/**
 * What waits, as a file that a carrier's program reads. For whoever packs: it has addresses and no money.
 * @throws ShopError `unauthenticated`, `forbidden`
 */
export const exportForCarrier = read(
  ["orders.dispatch", "orders.view"],
  async (context: Context, { carrier, only }: CarrierExport) => {
    const { orders } = await findOrdersToPack(context);
    const wanted = only === null ? orders : orders.filter(({ id }) => only.includes(id));
    const { fileName, columns, rows } = carrierFileOf(carrier, wanted);
    async function* batches() {
      yield rows;
    }
    return { fileName, pieces: csvPieces(columns, batches()) };
  },
);
