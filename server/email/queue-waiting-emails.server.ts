import type { Context } from "#server/core/context.ts";

/**
 * In one job. A process that is killed leaves so many that may have been sent and are not written down as sent; each
 * job costs as much as sending half a mail.
 */
const MAILS_OF_A_JOB = 10;
/** Keeps the transaction short; the rest comes next time. */
const MAILS_AT_ONCE = 1000;

/**
 * Queues the sending of the mails of new orders, several in a job. The statement that writes an order leaves them in
 * `waiting_email`: adding a job took a tenth of it (docs/decisions/079-what-else-an-order-pays.md).
 */
export async function queueWaitingEmails({ em }: Pick<Context, "em">): Promise<void> {
  await em.fork().execute(
    `with taken as (
       delete from waiting_email where email_id = any (array(
         select email_id from waiting_email order by email_id limit ${MAILS_AT_ONCE} for update skip locked))
       returning email_id
     ), numbered as (
       select email_id, (row_number() over (order by email_id) - 1) / ${MAILS_OF_A_JOB} as job from taken
     )
     select graphile_worker.add_job('send-email', json_build_object('emailIds', json_agg(email_id order by email_id)))
       from numbered group by job order by job`,
  );
}
