import type { EntityManager } from "@mikro-orm/postgresql";
import type { User } from "#db/entities/index.ts";
import { enqueueJob } from "#server/jobs/enqueue-job.server.ts";

/**
 * A link that was mailed to a person's address was opened. The first time a job grants research access; later times
 * change nothing, so that access which staff took away stays away. It gives nothing that belongs to somebody else:
 * whoever opened the link, or looked at it for them, may be a stranger to the account. Runs in the caller's transaction.
 */
export async function markVerified(em: EntityManager, user: User): Promise<void> {
  if (user.isVerified) return;
  user.isVerified = true;
  await em.flush();
  await enqueueJob(em, "grant-research-access", { userId: user.id });
}

/**
 * A mailed link was opened together with the account, in its session or with its password: the person who reads the
 * mail is the person who signs in. The guest orders made with the address become theirs; later ones, and what the shop
 * knows by the address alone, are theirs from now on (docs/decisions/038). Runs in the caller's transaction.
 */
export async function markProven(em: EntityManager, user: User, now: Date): Promise<void> {
  await markVerified(em, user);
  if (user.emailProvenAt) return;
  user.emailProvenAt = now;
  await em.flush();
  await em.execute(
    "update customer_order set customer_id = ? where customer_id is null and lower(customer_email) = lower(?)",
    [user.id, user.email],
  );
}
