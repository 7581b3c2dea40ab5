import type { EntityManager } from "@mikro-orm/postgresql";

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
