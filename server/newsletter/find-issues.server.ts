import { z } from "zod";
import { NewsletterIssue } from "#db/entities/index.ts";
import { read } from "#server/access/read.server.ts";
import { renderMarkdown } from "#server/content/render-markdown.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { isoTime, rawRow, rawRows, typedSql } from "#server/core/typed-sql.server.ts";
import type { IssueCard, IssueProgress, IssueView, StaffIssue, StaffIssueRow } from "./issue.schema.ts";
import { getsIssues } from "./leave-out.server.ts";

/** As many as the archive and staff's list show: twenty years of monthly issues. */
const MOST_ISSUES = 240;

/** The issues that were sent, the newest first. Public. */
export async function listIssues(context: Context, limit = MOST_ISSUES): Promise<IssueCard[]> {
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
export async function findIssue(context: Context, slug: string): Promise<IssueView | undefined> {
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
export const listStaffIssues = read(
  "content.view",
  async (context: Context): Promise<StaffIssueRow[]> =>
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

const recipientsSchema = z.object({ confirmed: z.number(), leftOutOfDemo: z.number() });

/** An issue with its preview and how far it has come. @throws ShopError `unauthenticated`, `forbidden`, `not_found` */
export const findStaffIssue = read(
  "content.view",
  async (context: Context, id: number): Promise<StaffIssue> => {
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
  },
);

const progressSchema = z.object({ kind: z.string(), reason: z.string().nullable(), count: z.number() });

/** A mail that the outbox no longer has was sent: what is left out of it says so itself. */
async function progressOf({ em }: Context, issueId: number): Promise<IssueProgress> {
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
    skipped: sum("skipped"),
    failed: rows.flatMap(({ kind, reason, count }) =>
      kind === "failed" ? { reason: reason ?? "", count } : [],
    ),
  };
}
