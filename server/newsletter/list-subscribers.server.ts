import { requirePermission } from "#server/access/require.server.ts";
import type { Context } from "#server/core/context.ts";
import { type CsvCell, csvPieces } from "#server/core/csv.ts";
import { textCondition } from "#server/core/search-text.ts";
import type { SubscriberView } from "./subscriber.ts";
import type { SubscriberSearch } from "./subscriber-search.ts";

const PAGE = 50;

export interface SubscribersPage {
  subscribers: SubscriberView[];
  /** The id to go on behind; null at the end. */
  next: number | null;
}

/** A page of the subscribers, the newest first. @throws ShopError `unauthenticated`, `forbidden` */
export async function searchSubscribers(
  context: Context,
  search: SubscriberSearch,
): Promise<SubscribersPage> {
  const found = await listSubscribers(context, search, PAGE + 1);
  const subscribers = found.slice(0, PAGE);
  return { subscribers, next: found.length > PAGE ? (subscribers.at(-1)?.id ?? null) : null };
}

/**
 * The newest subscribers first, as a script walks them; those who unsubscribed only when they are asked for.
 * @throws ShopError `unauthenticated`, `forbidden`
 */
export async function listSubscribers(
  context: Context,
  { search, state, after }: SubscriberSearch,
  limit: number,
): Promise<SubscriberView[]> {
  requirePermission(context, "subscribers.view");
  const found = search ? textCondition("lower(email)", search) : undefined;
  const conditions = [
    state ? "state = ?" : "state <> 'unsubscribed'",
    ...(found ? [found.sql] : []),
    ...(after === undefined ? [] : ["id < ?"]),
  ];
  return context.em.fork().execute<SubscriberView[]>(
    `select id, email, state, to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt"
     from newsletter_subscriber where ${conditions.join(" and ")} order by id desc limit ?`,
    [...(state ? [state] : []), ...(found?.parameters ?? []), ...(after === undefined ? [] : [after]), limit],
  );
}

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
