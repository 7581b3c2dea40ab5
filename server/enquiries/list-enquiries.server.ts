import { LockMode } from "@mikro-orm/postgresql";
import type { z } from "zod";
import { Enquiry, User } from "#db/entities/index.ts";
import { requirePermission } from "#server/access/require.server.ts";
import { recordChange } from "#server/audit/record-change.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { textCondition } from "#server/core/search-text.ts";
import { changedOnly } from "#server/core/touched-fields.ts";
import type { markAnsweredSchema } from "./enquiry.schema.ts";
import type { EnquiriesPage, EnquirySearch, EnquiryView } from "./enquiry-search.ts";

const PAGE = 25;
/** The expression of enquiry_search_index, word for word. */
const searched = "lower(enquiry.name || ' ' || enquiry.email || ' ' || enquiry.subject)";

/** The enquiries, the newest first, a page at a time. @throws ShopError `unauthenticated`, `forbidden` */
export async function listEnquiries(context: Context, search: EnquirySearch): Promise<EnquiriesPage> {
  requirePermission(context, "enquiries.view");
  const { state, after } = search;
  const found = search.search ? textCondition(searched, search.search) : undefined;
  const conditions = [
    "true",
    ...(state === "open" ? ["enquiry.answered_at is null"] : []),
    ...(state === "answered" ? ["enquiry.answered_at is not null"] : []),
    ...(found ? [found.sql] : []),
    ...(after === undefined ? [] : ["enquiry.id < ?"]),
  ];
  const rows = await context.em.fork().execute<EnquiryView[]>(
    `select enquiry.id, enquiry.name, enquiry.email, subject, message, enquiry.note,
            ${iso("enquiry.created_at")} as "createdAt", ${iso("answered_at")} as "answeredAt",
            staff.name as "answeredBy"
     from enquiry left join user_account staff on staff.id = enquiry.answered_by_id
     where ${conditions.join(" and ")} order by enquiry.id desc limit ${PAGE + 1}`,
    [...(found?.parameters ?? []), ...(after === undefined ? [] : [after])],
  );
  const enquiries = rows.slice(0, PAGE);
  return { enquiries, next: rows.length > PAGE ? (enquiries.at(-1)?.id ?? null) : null };
}

/** How many wait for an answer, for the tab's badge. @throws ShopError `unauthenticated`, `forbidden` */
export async function countOpenEnquiries(context: Context): Promise<number> {
  requirePermission(context, "enquiries.view");
  const [row] = await context.em
    .fork()
    .execute<{ count: number }[]>("select count(*)::int as count from enquiry where answered_at is null");
  return row?.count ?? 0;
}

function iso(column: string): string {
  return `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/**
 * Marks an enquiry as answered, or open again, and keeps staff's note. What is so already stays as it was first done.
 * @throws ShopError `unauthenticated`, `forbidden`, `not_found`
 */
export async function markAnswered(
  context: Context,
  { id, answered, note }: z.output<typeof markAnsweredSchema>,
): Promise<void> {
  requirePermission(context, "enquiries.answer");
  const { actor } = context;
  await inTransaction(context.em, async (em) => {
    const enquiry = await em.findOne(Enquiry, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!enquiry) throw new ShopError("not_found", "There is no such enquiry.");
    const before = auditedValues(enquiry);
    if (answered !== Boolean(enquiry.answeredAt)) {
      enquiry.answeredAt = answered ? context.clock.now() : null;
      enquiry.answeredBy = answered && actor.kind === "user" ? em.getReference(User, actor.id) : null;
    }
    if (note !== undefined) em.assign(enquiry, changedOnly(enquiry, { note }));
    await recordChange(em, context, {
      area: "enquiries",
      action: answered ? "answered" : "opened again",
      subjectId: id,
      subjectName: enquiry.subject,
      before,
      after: auditedValues(enquiry),
    });
  });
}

function auditedValues({ answeredAt, note }: Enquiry) {
  return { answered: Boolean(answeredAt), note };
}
