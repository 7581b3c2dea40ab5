import { randomUUID } from "node:crypto";
import { type EntityManager, LockMode } from "@mikro-orm/postgresql";
import { NewsletterIssue, User } from "#db/entities/index.ts";
import { recordChange } from "#server/audit/record-change.server.ts";
import { freeSlug, slugOf } from "#server/catalogue/slug.ts";
import { command } from "#server/commands/run-command.server.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { changedOnly, oneLineEnd } from "#server/core/touched-fields.ts";
import { condition, typedSql } from "#server/core/typed-sql.server.ts";
import { queueEmail } from "#server/email/queue-email.server.ts";
import { storeIdentityOf } from "#server/email/store-identity.ts";
import { issueCommands } from "./issue.schema.ts";
import { issuePath, mailedHtml } from "./issue-mail.server.ts";

/**
 * Saves an issue as a draft; its slug follows the subject. @returns its id @throws ShopError `unauthenticated`,
 * `forbidden`, `not_found`; `conflict` when it is no draft any more, or somebody else saved it meanwhile
 */
export const saveIssue = command(
  issueCommands.save,
  async (context, { id, seenVersion = 0, subject, body: sentBody }): Promise<{ id: number }> =>
    inTransaction(
      context.em,
      async (em) => {
        const body = oneLineEnd(sentBody);
        const draft = id === undefined ? undefined : await lockDraft(em, { id, seenVersion });
        const before = draft ? { subject: draft.subject, body: draft.body } : {};
        // Browsers change the line ends of what nobody touched.
        const after = draft ? { ...before, ...changedOnly(draft, { subject, body }) } : { subject, body };
        const slug = draft?.subject === subject ? draft.slug : await slugFor(em, subject, draft?.id);
        const { actor } = context;
        const createdBy = actor.kind === "user" ? em.getReference(User, actor.id) : null;
        const issue = draft
          ? em.assign(draft, { ...after, slug })
          : em.create(NewsletterIssue, { subject, body, slug, createdBy });
        await em.flush();
        await recordChange(em, context, {
          area: "content",
          action: draft ? "edited" : "created",
          subjectId: `newsletter-${issue.id}`,
          subjectName: subject,
          before,
          after,
        });
        return { id: issue.id };
      },
      // When two drafts with one subject are saved at once, the second looks for a free slug again.
      { retryUniqueViolations: true },
    ),
);

/** Deletes a draft. @throws ShopError `unauthenticated`, `forbidden`, `not_found`, `conflict` */
export const deleteIssue = command(issueCommands.remove, async (context, seen): Promise<void> => {
  await inTransaction(context.em, async (em) => {
    const draft = await lockDraft(em, seen);
    const { subject, body } = draft;
    em.remove(draft);
    await em.flush();
    await recordChange(em, context, {
      area: "content",
      action: "deleted",
      subjectId: `newsletter-${seen.id}`,
      subjectName: subject,
      before: { subject, body },
      after: {},
    });
  });
});

/**
 * Mails an issue as it is saved to whoever asks, marked as a test; its unsubscribe link names nobody. @returns the
 * address @throws ShopError `unauthenticated`, `forbidden`, `not_found`, `conflict`
 */
export const testIssue = command(
  issueCommands.test,
  async (context, seen): Promise<{ recipient: string }> => {
    const { actor, settings, publicUrl } = context;
    if (actor.kind !== "user") throw new ShopError("forbidden", "Sign in to send yourself a test.");
    const recipient = actor.email;
    await inTransaction(context.em, async (em) => {
      const { id, slug, subject, body } = await lockDraft(em, seen);
      await queueEmail(em, {
        key: `newsletter-test:${id}:${randomUUID()}`,
        template: "newsletter-issue",
        recipient,
        props: {
          store: storeIdentityOf(settings, publicUrl),
          subject,
          isTest: true,
          html: mailedHtml(body, publicUrl),
          issueUrl: publicUrl + issuePath(slug),
          unsubscribeUrl: `${publicUrl}/newsletter/unsubscribe`,
        },
      });
    });
    return { recipient };
  },
);

interface SeenIssue {
  id: number;
  seenVersion: number;
}

/** Locks a draft as the person saw it. @throws ShopError `not_found`, `conflict` */
export async function lockDraft(em: EntityManager, { id, seenVersion }: SeenIssue): Promise<NewsletterIssue> {
  const issue = await em.findOne(NewsletterIssue, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!issue) throw new ShopError("not_found", "There is no such newsletter.");
  if (issue.state !== "draft") {
    throw new ShopError("conflict", "This newsletter has been sent meanwhile: it stays as it is.");
  }
  if (issue.version === seenVersion) return issue;
  throw new ShopError(
    "conflict",
    `Somebody else has saved “${issue.subject}” meanwhile. Nothing was done; open it again to see what they wrote.`,
  );
}

/** A free slug made from the subject; the issue's own counts as free. */
async function slugFor(em: EntityManager, subject: string, ownId = 0): Promise<string> {
  const preferred = slugOf(subject, "issue");
  const rows = await typedSql(em)
    .selectFrom("newsletter_issue")
    .where(condition`(slug = ${preferred} or slug like ${`${preferred}-%`})`)
    .where("id", "<>", ownId)
    .select("slug")
    .execute();
  const taken = new Set(rows.map(({ slug }) => slug));
  return freeSlug(preferred, (candidate) => taken.has(candidate));
}
