import { requirePermission } from "#server/access/require.server.ts";
import type { Context } from "#server/core/context.ts";
import { type CsvCell, csvPieces } from "#server/core/csv.ts";
import { listSubscribers } from "./list-subscribers.server.ts";
import type { SubscriberSearch } from "./subscriber-search.ts";

const BATCH = 1000;
const columns = ["id", "email", "state", "createdAt"] as const;

/**
 * The subscribers of a search as a CSV file in pieces, the newest first.
 * @throws ShopError `unauthenticated`, `forbidden`
 */
export function exportSubscribers(context: Context, search: SubscriberSearch): AsyncGenerator<string> {
  requirePermission(context, "subscribers.export");
  return csvPieces(columns, batches(context, search));
}

async function* batches(context: Context, search: SubscriberSearch): AsyncGenerator<CsvCell[][]> {
  let after: number | undefined;
  while (true) {
    const found = await listSubscribers(context, { ...search, after }, BATCH);
    yield found.map((subscriber) => columns.map((column) => subscriber[column]));
    if (found.length < BATCH) return;
    after = found.at(-1)?.id;
  }
}
