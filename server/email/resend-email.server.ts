import { LockMode } from "@mikro-orm/core";
import { OutboxEmail } from "#db/entities/index.ts";
import { requirePermission } from "#server/access/require.server.ts";
import { recordChange } from "#server/audit/record-change.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { enqueueJob } from "#server/jobs/enqueue-job.server.ts";

/**
 * Tries at once to send a mail that has not gone: to the same address, with the same words.
 * @throws ShopError `unauthenticated`, `forbidden`, `not_found`; `conflict` when it has been sent
 */
export async function resendEmail(context: Context, emailId: number): Promise<void> {
  requirePermission(context, "emails.resend");
  await inTransaction(context.em, async (em) => {
    const mail = await em.findOne(OutboxEmail, emailId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!mail) throw new ShopError("not_found", "There is no such mail.");
    if (mail.sentAt) throw new ShopError("conflict", "This mail has been sent meanwhile.");
    const failure = mail.failureMessage ?? "not tried yet";
    mail.failureMessage = null;
    await em.flush();
    // Asked for twice, it is one attempt.
    await enqueueJob(em, "send-email", { emailId }, { key: `resend-email:${emailId}` });
    await recordChange(em, context, {
      area: "emails",
      action: "sent again",
      subjectId: emailId,
      subjectName: `Email ${emailId}`,
      before: { failure },
      after: { failure: null },
    });
  });
}
