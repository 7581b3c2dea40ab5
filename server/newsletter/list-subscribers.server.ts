import { read } from "#server/access/read.server.ts";
import type { Context } from "#server/core/context.ts";
import { csvPieces } from "#server/core/csv.ts";
import type { CsvCell } from "#server/core/csv-cells.ts";
import { allOf, condition, containsText, isoTime, typedSql } from "#server/core/typed-sql.server.ts";
import type { SubscriberView } from "./subscriber.ts";
import type { SubscriberSearch } from "./subscriber-search.ts";

const PAGE = 50;

export interface SubscribersPage {
  subscribers: SubscriberView[];
  /** The id after which the next page starts; null at the end. */
  next: number | null;
}

/** A page of the subscribers, the newest first. @throws ShopError `unauthenticated`, `forbidden` */
export const searchSubscribers = read(
  "subscribers.view",
  async (context: Context, search: SubscriberSearch): Promise<SubscribersPage> => {
    const rows = await listSubscribers(context, search, PAGE + 1);
    const subscribers = rows.slice(0, PAGE);
    return { subscribers, next: rows.length > PAGE ? (subscribers.at(-1)?.id ?? null) : null };
  },
);

/**
 * The newest subscribers first, for scripts; unsubscribed ones only when requested.
 * @throws ShopError `unauthenticated`, `forbidden`
 */
export const listSubscribers = read(
  "subscribers.view",
  async (
    context: Context,
    { search, state, after }: SubscriberSearch,
    limit: number,
  ): Promise<SubscriberView[]> => {
    const conditions = [
      state ? condition`state = ${state}` : condition`state <> 'unsubscribed'`,
      search ? containsText("lower(email)", search) : undefined,
      after === undefined ? undefined : condition`id < ${after}`,
    ];
    return typedSql(context.em.fork())
      .selectFrom("newsletter_subscriber")
      .where(allOf(conditions))
      .orderBy("id", "desc")
      .limit(limit)
      .select((subscriber) => ["id", "email", "state", isoTime(subscriber.ref("created_at")).as("createdAt")])
      .execute();
  },
);

const BATCH = 1000;
const columns = ["id", "email", "state", "createdAt"] as const;

/**
 * The subscribers of a search as a CSV file in pieces, the newest first.
 * @throws ShopError `unauthenticated`, `forbidden`
 */
export const exportSubscribers = read(
  "subscribers.export",
  (context: Context, search: SubscriberSearch): AsyncGenerator<string> => {
    return csvPieces(columns, batches(context, search));
  },
);

async function* batches(context: Context, search: SubscriberSearch): AsyncGenerator<CsvCell[][]> {
  let after: number | undefined;
  while (true) {
    const rows = await listSubscribers(context, { ...search, after }, BATCH);
    yield rows.map((subscriber) => columns.map((column) => subscriber[column]));
    if (rows.length < BATCH) return;
    after = rows.at(-1)?.id;
  }
}
