import { randomUUID } from "node:crypto";
import { type EntityManager, LockMode } from "@mikro-orm/postgresql";
import { z } from "zod";
import { NewsletterIssue, User } from "#db/entities/index.ts";
import { read } from "#server/access/read.server.ts";
import { recordChange } from "#server/audit/changes.server.ts";
import { command } from "#server/commands/run-command.server.ts";
import { renderMarkdown } from "#server/content/prose.server.ts";
import { freeSlugIn } from "#server/content/save-content.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { changedOnly, oneLineEnd } from "#server/core/touched-fields.ts";
import { isoTime, rawRow, rawRows, typedSql } from "#server/core/typed-sql.server.ts";
import { queueEmail } from "#server/email/queue-email.server.ts";
import { issueCommands } from "./newsletter.schema.ts";
import { getsIssues } from "./subscribers.server.ts";

/** As many as the archive and staff's list show: twenty years of monthly issues. */
const MOST_ISSUES = 240;

/** The issues that were sent, the newest first. Public. */
export async function listIssues(context: Context, limit = MOST_ISSUES) {
  return typedSql(context.em)
    .selectFrom("newsletter_issue")
    .where("started_at", "is not", null)
    .orderBy("started_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .select(({ ref }) => ["slug", "subject", isoTime(ref("started_at")).$notNull().as("publishedAt")])
    .execute();
}

/** An issue by its slug, for everybody; undefined for a draft. */
export async function findIssue(context: Context, slug: string) {
  const [issue] = await typedSql(context.em)
    .selectFrom("newsletter_issue")
    .where("slug", "=", slug)
    .where("started_at", "is not", null)
    .select(({ ref }) => ["slug", "subject", "body", isoTime(ref("started_at")).$notNull().as("publishedAt")])
    .execute();
  if (!issue) return undefined;
  const { body, ...card } = issue;
  return { ...card, html: renderMarkdown(body) };
}

/** All issues with their drafts, the newest first. @throws ShopError `unauthenticated`, `forbidden` */
export const listStaffIssues = read("content.view", async (context: Context) =>
  typedSql(context.em.fork())
    .selectFrom("newsletter_issue")
    .orderBy("id", "desc")
    .limit(MOST_ISSUES)
    .select(({ ref }) => [
      "id",
      "slug",
      "subject",
      "state",
      isoTime(ref("started_at")).as("startedAt"),
      isoTime(ref("updated_at")).$notNull().as("updatedAt"),
    ])
    .execute(),
);

export type StaffIssueRow = Awaited<ReturnType<typeof listStaffIssues>>[number];

const recipientsSchema = z.object({ confirmed: z.number(), leftOutOfDemo: z.number() });

/** An issue with its preview and how far it has come. @throws ShopError `unauthenticated`, `forbidden`, `not_found` */
export const findStaffIssue = read("content.view", async (context: Context, id: number) => {
  const em = context.em.fork();
  const issue = await em.findOne(NewsletterIssue, { id }, { populate: ["createdBy"] });
  if (!issue) throw new ShopError("not_found", "There is no such newsletter.");
  const { slug, subject, body, state, version, startedAt, sentAt, updatedAt, createdBy } = issue;
  const recipients = await rawRow(
    em,
    recipientsSchema,
    `select count(*) filter (where ${getsIssues()})::int as confirmed,
              count(*) filter (where s.state = 'confirmed' and not ${getsIssues()})::int as "leftOutOfDemo"
         from newsletter_subscriber s`,
  );
  return {
    ...{ id, slug, subject, body, state, version },
    ...recipients,
    html: renderMarkdown(body),
    createdBy: createdBy?.name ?? null,
    startedAt: startedAt?.toISOString() ?? null,
    sentAt: sentAt?.toISOString() ?? null,
    updatedAt: updatedAt.toISOString(),
    progress: state === "draft" ? null : await progressOf(context, id),
  };
});

/** An issue in the editor, or with its progress. */
export type StaffIssue = Awaited<ReturnType<typeof findStaffIssue>>;

const progressSchema = z.object({ kind: z.string(), reason: z.string().nullable(), count: z.number() });

/** A mail that the outbox no longer has was sent: what is left out of it says so itself. */
async function progressOf({ em }: Context, issueId: number) {
  const rows = await rawRows(
    em.fork(),
    progressSchema,
    `select case when d.state <> 'queued' then d.state
                 when m.id is null or m.sent_at is not null then 'sent'
                 when m.failure_message is null then 'waiting' else 'failed' end as kind,
            case when m.sent_at is null then m.failure_message end as reason, count(*)::int as count
       from newsletter_delivery d left join outbox_email m on m.id = d.email_id
      where d.issue_id = ? group by 1, 2 order by 3 desc, 2`,
    [issueId],
  );
  const sum = (kind: string) =>
    rows.filter((row) => row.kind === kind).reduce((total, { count }) => total + count, 0);
  return {
    sent: sum("sent"),
    waiting: sum("waiting"),
    /** Who unsubscribed or was erased before it was their turn, or was left out when it was stopped. */
    skipped: sum("skipped"),
    failed: rows.flatMap(({ kind, reason, count }) =>
      kind === "failed" ? { reason: reason ?? "", count } : [],
    ),
  };
}

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
        const named = { title: subject, fallback: "issue", ownId: draft?.id };
        const keepsSlug = draft?.subject === subject;
        const slug = keepsSlug ? draft.slug : await freeSlugIn(em, "newsletter_issue", named);
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
export const deleteIssue = command(issueCommands.remove, async (context, expected): Promise<void> => {
  await inTransaction(context.em, async (em) => {
    const draft = await lockDraft(em, expected);
    const { subject, body } = draft;
    em.remove(draft);
    await em.flush();
    await recordChange(em, context, {
      area: "content",
      action: "deleted",
      subjectId: `newsletter-${expected.id}`,
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
  async (context, expected): Promise<{ recipient: string }> => {
    const { actor, publicUrl } = context;
    if (actor.kind !== "user") throw new ShopError("forbidden", "Sign in to send yourself a test.");
    const recipient = actor.email;
    await inTransaction(context.em, async (em) => {
      const { id, slug, subject, body } = await lockDraft(em, expected);
      await queueEmail(em, context, {
        key: `newsletter-test:${id}:${randomUUID()}`,
        template: "newsletter-issue",
        recipient,
        props: {
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

interface ExpectedIssue {
  id: number;
  seenVersion: number;
}

/** Locks a draft as the person saw it. @throws ShopError `not_found`, `conflict` */
export async function lockDraft(
  em: EntityManager,
  { id, seenVersion }: ExpectedIssue,
): Promise<NewsletterIssue> {
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

/** The page of an issue. */
export function issuePath(slug: string): string {
  return `/newsletter/issues/${slug}`;
}

/** An issue's text as HTML for a mail, in which links to the shop's own pages name the shop. */
export function mailedHtml(body: string, publicUrl: string): string {
  return renderMarkdown(body).replaceAll('href="/', `href="${publicUrl}/`);
}
