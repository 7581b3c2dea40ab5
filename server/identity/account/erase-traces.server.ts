import type { Context } from "#server/core/context.ts";
import { enqueueJob } from "#server/jobs/enqueue-job.server.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** How long to wait for orders and payments that are still under way. */
const TRY_AGAIN_AFTER_MS = 14 * DAY_MS;

/**
 * The job that follows an erasure: takes phone and email address out of the person's finished orders, which keep the
 * name and address of their invoices, and forgets their checkouts, failed orders, mails, enquiries, newsletter and the answers that scripts got about them.
 * While an order or a payment is under way its contact details are needed, so the job comes back until nothing is left.
 * What is only known by an address goes only if the person had proven that it was theirs, with link and account
 * together: anybody can register with anybody's. (`emailIsVerified` is what jobs that wait since then call it.)
 */
export async function eraseTraces(
  context: Context,
  { userId, email, emailIsVerified }: { userId: number; email: string; emailIsVerified: boolean },
): Promise<void> {
  const ownEmail = emailIsVerified ? email : null;
  await context.em.fork().transactional(async (em) => {
    const mine = "(customer_id = ? or lower(customer_email) = lower(?))";
    await em.execute(
      `update customer_order set customer_email = ?, customer_phone = '' where ${mine}
       and status in ('completed', 'cancelled')`,
      [`erased-${userId}@erased.invalid`, userId, ownEmail],
    );
    const theirs = "(user_id = ? or lower(checkout.details ->> 'customerEmail') = lower(?))";
    await em.execute(
      `update payment set details = null from checkout where checkout.id = payment.checkout_id
       and checkout.status <> 'paying' and payment.details is not null
       and (${theirs} or lower(payment.details ->> 'customerEmail') = lower(?))`,
      [userId, ownEmail, ownEmail],
    );
    await em.execute(`update checkout set details = null where status <> 'paying' and ${theirs}`, [
      userId,
      ownEmail,
    ]);
    await em.execute(
      `update failed_order set customer_name = 'Erased customer', customer_email = ?
       where lower(customer_email) = lower(?)`,
      [`erased-${userId}@erased.invalid`, ownEmail],
    );
    await em.execute("delete from newsletter_subscriber where lower(email) = lower(?)", [ownEmail]);
    // Answers that are kept for a day, should a script ask again.
    await em.execute("delete from idempotent_request where strpos(lower(body), lower(?)) > 0", [ownEmail]);
    await em.execute("delete from enquiry where lower(email) = lower(?)", [ownEmail]);
    await em.execute("delete from outbox_email where lower(recipient) = lower(?) and sent_at is not null", [
      ownEmail,
    ]);
    const [left] = await em.execute<{ left: boolean }[]>(
      `select exists (select from customer_order where ${mine} and customer_email not like '%@erased.invalid')
           or exists (select from checkout where status = 'paying'
                      and (user_id = ? or lower(details ->> 'customerEmail') = lower(?)))
           or exists (select from outbox_email where lower(recipient) = lower(?)) as "left"`,
      [userId, ownEmail, userId, ownEmail, ownEmail],
    );
    if (left?.left) {
      const runAt = new Date(context.clock.now().getTime() + TRY_AGAIN_AFTER_MS);
      await enqueueJob(em, "erase-traces", { userId, email, emailIsVerified }, { runAt });
    }
  });
}
