import type { EntityManager } from "@mikro-orm/postgresql";
import { readEnvironment } from "#server/core/env.server.ts";

/** The addresses that the demo data made up, as a condition on `newsletter_subscriber s`. */
const OF_DEMO_DATA = `exists (select from demo_record
  where table_name = 'newsletter_subscriber' and record_id = s.id::text)`;

/**
 * Who gets an issue, in the same way: whoever has confirmed. Where mails leave this machine, the subscribers of the demo
 * data are left out: nobody knows who has their addresses.
 */
export function getsIssues(): string {
  const isConfirmed = "s.state = 'confirmed'";
  return readEnvironment().SMTP_URL ? `(${isConfirmed} and not ${OF_DEMO_DATA})` : isConfirmed;
}

/**
 * Takes the mails that have not gone out yet back, those of an issue or of a subscriber: they leave the outbox, and their
 * rows say that they were left out.
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
