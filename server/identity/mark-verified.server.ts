import type { EntityManager } from "@mikro-orm/postgresql";
import type { User } from "#db/entities/index.ts";
import { enqueueJob } from "#server/jobs/enqueue-job.server.ts";
import { attachOrders } from "./attach-orders.server.ts";

/**
 * A person's address is proved. The first time, guest orders made with it become theirs and a job grants research
 * access (resolution B19); later proofs change nothing, so that access which staff took away stays away.
 */
export async function markVerified(em: EntityManager, user: User): Promise<void> {
  if (user.isVerified) return;
  user.isVerified = true;
  await em.flush();
  await attachOrders(em, user);
  await enqueueJob(em, "grant-research-access", { userId: user.id });
}
