import type { Context } from "#server/core/context.ts";
import { countAgainstLimit } from "#server/http/limits/rate-limit.server.ts";
import { enqueueJob } from "#server/jobs/enqueue-job.server.ts";

/**
 * Asks for a reset link. Whether the address has an account is looked up by a job, so that neither the answer nor the
 * time it takes tells (docs/rules.md#accounts-2).
 * @throws ShopError `rate_limited`, by client address alone: nobody can keep others from asking for theirs.
 */
export async function requestPasswordReset(context: Context, { email }: { email: string }): Promise<void> {
  await countAgainstLimit(context, "forgot-password");
  await context.em.fork().transactional((em) => enqueueJob(em, "send-password-reset", { email }));
}
