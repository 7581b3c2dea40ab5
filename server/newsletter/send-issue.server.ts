import { type EntityManager, LockMode } from "@mikro-orm/postgresql";
import { z } from "zod";
import { NewsletterIssue } from "#db/entities/index.ts";
import { recordChange } from "#server/audit/changes.server.ts";
import { command } from "#server/commands/run-command.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction, invalidateOnCommit } from "#server/core/in-transaction.server.ts";
import { idRow, rawRow, rawRows, rowsChanged } from "#server/core/typed-sql.server.ts";
import { queueEmail } from "#server/email/queue-email.server.ts";
import { enqueueJob } from "#server/jobs/enqueue-job.server.ts";
import { issuePath, lockDraft, mailedHtml } from "./issues.server.ts";
import {
  type IssueState,
  issueCommands,
  WAVE_INTERVAL_MILLISECONDS,
  WAVE_SIZE,
} from "./newsletter.schema.ts";
import { newsletterEnd } from "./subscribe.server.ts";
import { getsIssues, leaveOut } from "./subscribers.server.ts";

/**
 * Begins to send an issue: a row for each address that is confirmed at this moment, and the first wave. Those who
 * subscribed last come first: theirs are the addresses that are most likely still read. From now on the issue is public
 * and no longer changes. @throws ShopError `unauthenticated`, `forbidden`, `not_found`; `conflict` when it was
 * changed or sent meanwhile, or there are more or fewer addresses than the person agreed to
 */
export const sendIssue = command(
  issueCommands.send,
  async (context, { recipients, ...expected }): Promise<{ recipients: number }> => {
    await inTransaction(context.em, async (em) => {
      const issue = await lockDraft(em, expected);
      const taken = await rowsChanged(
        em,
        `insert into newsletter_delivery (issue_id, subscriber_id, state)
         select ?, s.id, 'waiting' from newsletter_subscriber s where ${getsIssues()} order by s.id desc`,
        [issue.id],
      );
      if (taken !== recipients) {
        throw new ShopError(
          "conflict",
          `There are ${taken} confirmed addresses now, not ${recipients}. Nothing was sent; please look again.`,
        );
      }
      issue.state = "sending";
      issue.startedAt = context.clock.now();
      await em.flush();
      invalidateOnCommit(em, "content");
      await enqueueWave(em, issue.id);
      await recordChange(em, context, {
        area: "content",
        action: "newsletter sending began",
        subjectId: `newsletter-${issue.id}`,
        subjectName: issue.subject,
        before: { state: "draft" },
        after: { state: "sending", recipients },
      });
    });
    return { recipients };
  },
);

/** The moves of an issue that is being sent. */
const steps: Partial<Record<IssueState, readonly IssueState[]>> = {
  sending: ["paused", "stopped"],
  paused: ["sending", "stopped"],
};

/**
 * Pauses the sending of an issue, goes on with it, or stops it for good: then mails that are still in the outbox do not
 * go out either. @throws ShopError `unauthenticated`, `forbidden`, `not_found`; `conflict` when it is over, or so already
 */
export const steerIssue = command(
  issueCommands.steer,
  async (context, { id, to }): Promise<{ state: IssueState }> => {
    await inTransaction(context.em, async (em) => {
      const issue = await lockIssue(em, id);
      if (!issue) throw new ShopError("not_found", "There is no such newsletter.");
      const before: IssueState = issue.state;
      if (!steps[before]?.includes(to)) {
        throw new ShopError("conflict", `This newsletter is ${before}. Nothing was changed.`);
      }
      issue.state = to;
      if (to === "sending") await enqueueWave(em, id);
      if (to === "stopped") await leaveOut(em, "issue_id", id);
      await recordChange(em, context, {
        area: "content",
        action: `newsletter ${to}`,
        subjectId: `newsletter-${id}`,
        subjectName: issue.subject,
        before: { state: before },
        after: { state: to },
      });
    });
    return { state: to };
  },
);

const waveSchema = z.object({
  deliveryId: z.number(),
  subscriberId: z.number().nullable(),
  email: z.string().nullable(),
  getsIt: z.boolean(),
});

/**
 * The job that sends one wave of an issue: writes the next mails into the outbox, each together with its recipient's
 * row, and queues the next wave, all in one transaction. Killed in the middle it has done nothing, and a recipient whose
 * row says "queued" is never written to again. Who unsubscribed or was erased meanwhile is left out.
 */
export async function sendWave(
  context: Context,
  { issueId, size = WAVE_SIZE }: { issueId: number; size?: number },
): Promise<void> {
  const { publicUrl, clock } = context;
  await inTransaction(context.em, async (em) => {
    const issue = await lockIssue(em, issueId);
    if (issue?.state !== "sending") return;
    const later = new Date(clock.now().getTime() + WAVE_INTERVAL_MILLISECONDS);
    // A mail server that is slow gets no more than it can take.
    if (await lastWaveIsUnderWay(em, issueId)) return enqueueWave(em, issueId, later);
    const next = await rawRows(
      em,
      idRow,
      "select id from newsletter_delivery where issue_id = ? and state = 'waiting' order by id limit ?",
      [issueId, size],
    );
    const last = next.at(-1)?.id ?? 0;
    // Who unsubscribes or is erased has locked the same row: either has left before the wave is read, or finds its mail.
    await em.execute(
      `select from newsletter_subscriber where id in (
         select subscriber_id from newsletter_delivery where issue_id = ? and state = 'waiting' and id <= ?)
        order by id for update`,
      [issueId, last],
    );
    const wave = await rawRows(
      em,
      waveSchema,
      `select d.id as "deliveryId", s.id as "subscriberId", s.email,
              coalesce(${getsIssues()}, false) as "getsIt"
         from newsletter_delivery d left join newsletter_subscriber s on s.id = d.subscriber_id
        where d.issue_id = ? and d.state = 'waiting' and d.id <= ? order by d.id`,
      [issueId, last],
    );
    const html = mailedHtml(issue.body, publicUrl);
    for (const { deliveryId, subscriberId, email, getsIt } of wave) {
      if (subscriberId === null || email === null || !getsIt) {
        await em.execute("update newsletter_delivery set state = 'skipped' where id = ?", [deliveryId]);
        continue;
      }
      const unsubscribeUrl = await newsletterEnd.linkTo(em, publicUrl, subscriberId);
      const key = `newsletter-issue:${issueId}:${subscriberId}`;
      await queueEmail(
        em,
        context,
        {
          key,
          template: "newsletter-issue",
          recipient: email,
          unsubscribeUrl,
          props: {
            subject: issue.subject,
            isTest: false,
            html,
            issueUrl: publicUrl + issuePath(issue.slug),
            unsubscribeUrl,
          },
        },
        { isBulk: true },
      );
      const { id: emailId } = await rawRow(em, idRow, "select id from outbox_email where key = ?", [key]);
      await em.execute("update newsletter_delivery set state = 'queued', email_id = ? where id = ?", [
        emailId,
        deliveryId,
      ]);
    }
    if (next.length === size) return enqueueWave(em, issueId, later);
    issue.state = "sent";
    issue.sentAt = clock.now();
  });
}

/** One job for each issue, however often it is asked for. */
function enqueueWave(em: EntityManager, issueId: number, runAt?: Date): Promise<void> {
  const key = `newsletter-wave:${issueId}`;
  return enqueueJob(em, "send-newsletter-wave", { issueId }, runAt ? { key, runAt } : { key });
}

function lockIssue(em: EntityManager, id: number): Promise<NewsletterIssue | null> {
  return em.findOne(NewsletterIssue, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
}

const underWaySchema = z.object({ isUnderWay: z.boolean() });

async function lastWaveIsUnderWay(em: EntityManager, issueId: number): Promise<boolean> {
  const { isUnderWay } = await rawRow(
    em,
    underWaySchema,
    `select exists (select from newsletter_delivery d join outbox_email m on m.id = d.email_id
                     where d.issue_id = ? and m.sent_at is null and m.failure_message is null) as "isUnderWay"`,
    [issueId],
  );
  return isUnderWay;
}
