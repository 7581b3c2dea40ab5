import type { EntityManager } from "@mikro-orm/postgresql";
import { read } from "#server/access/read.server.ts";
import type { Context } from "#server/core/context.ts";
import { csvPieces, inBatches } from "#server/core/csv.ts";
import { readEnvironment } from "#server/core/env.server.ts";
import { pageOf } from "#server/core/list-query.ts";
import { allOf, condition, containsText, isoTime, typedSql } from "#server/core/typed-sql.server.ts";
import type { SubscriberSearch } from "./newsletter.schema.ts";

const PAGE = 50;

/** A page of the subscribers, the newest first. @throws ShopError `unauthenticated`, `forbidden` */
export const searchSubscribers = read(
  "subscribers.view",
  async (context: Context, search: SubscriberSearch) => {
    const { page: subscribers, next } = pageOf(await listSubscribers(context, search, PAGE + 1), PAGE);
    return { subscribers, next };
  },
);

/**
 * The newest subscribers first, for scripts; unsubscribed ones only when requested.
 * @throws ShopError `unauthenticated`, `forbidden`
 */
export const listSubscribers = read(
  "subscribers.view",
  async (context: Context, { search, state, after }: SubscriberSearch, limit: number) => {
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

/** A subscriber as staff see one, with the state of the address. */
export type SubscriberView = Awaited<ReturnType<typeof listSubscribers>>[number];

const BATCH = 1000;
const columns = ["id", "email", "state", "createdAt"] as const;

/**
 * The subscribers of a search as a CSV file in pieces, the newest first.
 * @throws ShopError `unauthenticated`, `forbidden`
 */
export const exportSubscribers = read(
  "subscribers.export",
  (context: Context, search: SubscriberSearch): AsyncGenerator<string> => {
    const subscribers = inBatches(
      BATCH,
      (after) => listSubscribers(context, { ...search, after }, BATCH),
      (subscriber) => columns.map((column) => subscriber[column]),
    );
    return csvPieces(columns, subscribers);
  },
);

/** The addresses that the demo data made up, as a condition on `newsletter_subscriber s`. */
const OF_DEMO_DATA = `exists (select from demo_record
  where table_name = 'newsletter_subscriber' and record_id = s.id::text)`;

/**
 * Who gets an issue, in the same way: anyone who has confirmed. Where mails leave this machine, the subscribers of the
 * demo data are left out: nobody knows who has their addresses.
 */
export function getsIssues(): string {
  const isConfirmed = "s.state = 'confirmed'";
  return readEnvironment().SMTP_URL ? `(${isConfirmed} and not ${OF_DEMO_DATA})` : isConfirmed;
}

/**
 * Takes the mails that have not gone out yet back, those of an issue or of a subscriber: they leave the outbox, and
 * their rows say that they were left out. The caller has locked the issue or the subscriber, as a wave does.
 */
export async function leaveOut(
  em: EntityManager,
  of: "issue_id" | "subscriber_id",
  id: number,
): Promise<void> {
  await em.execute(
    `with left_out as (
       update newsletter_delivery d set state = 'skipped'
        where d.${of} = ? and (d.state = 'waiting' or (d.state = 'queued' and exists (
          select from outbox_email m where m.id = d.email_id and m.sent_at is null)))
       returning d.email_id)
     delete from outbox_email where sent_at is null and id in (select email_id from left_out)`,
    [id],
  );
}
