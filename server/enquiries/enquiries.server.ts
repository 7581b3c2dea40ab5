import { randomUUID } from "node:crypto";
import { LockMode } from "@mikro-orm/postgresql";
import { z } from "zod";
import { Enquiry, EnquiryAnswer, User } from "#db/entities/index.ts";
import { countAgainstLimit } from "#server/access/rate-limit.server.ts";
import { read } from "#server/access/read.server.ts";
import { recordChange } from "#server/audit/changes.server.ts";
import { command, runForEach } from "#server/commands/run-command.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { pageOf } from "#server/core/list-query.ts";
import { actorMay } from "#server/core/roles.ts";
import { changedOnly } from "#server/core/touched-fields.ts";
import { allOf, condition, containsText, isoTime, rawRows, typedSql } from "#server/core/typed-sql.server.ts";
import { queueEmail } from "#server/email/queue-email.server.ts";
import { type EnquiryInput, type EnquirySearch, enquiryCommands } from "./enquiry.schema.ts";

/** Keeps a message of the contact form and mails it to the store, both or neither. @throws ShopError `rate_limited` */
export async function sendEnquiry(context: Context, input: EnquiryInput): Promise<{ id: number }> {
  await countAgainstLimit(context, "contact");
  return inTransaction(context.em, async (em) => {
    const enquiry = em.create(Enquiry, { ...input, createdAt: context.clock.now() });
    await em.flush();
    await queueEmail(em, context, {
      key: `enquiry:${enquiry.id}`,
      template: "new-enquiry",
      recipient: context.settings.storeEmail,
      props: {
        ...input,
        adminUrl: `${context.publicUrl}/admin?tab=enquiries`,
      },
    });
    return { id: enquiry.id };
  });
}

/**
 * Mails an answer to anyone who sent an enquiry, keeps it in the thread and counts the enquiry as answered. The same
 * form sent twice is one answer; several forms are several. @returns the address @throws ShopError `unauthenticated`,
 * `forbidden`, `not_found`
 */
export const answerEnquiry = command(
  enquiryCommands.answer,
  async (context, { id, key, text }): Promise<{ recipient: string }> => {
    const { actor, settings, clock } = context;
    return inTransaction(context.em, async (em) => {
      const enquiry = await em.findOne(Enquiry, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!enquiry) throw new ShopError("not_found", "There is no such enquiry.");
      const { email: recipient, subject } = enquiry;
      if ((await em.count(EnquiryAnswer, { key })) > 0) return { recipient };
      const answeredBy = actor.kind === "user" ? em.getReference(User, actor.id) : null;
      const answers = await em.count(EnquiryAnswer, { enquiry: id });
      const before = { answered: Boolean(enquiry.answeredAt), answers };
      em.create(EnquiryAnswer, { enquiry, key, text, answeredBy, createdAt: clock.now() });
      if (!enquiry.answeredAt) em.assign(enquiry, { answeredAt: clock.now(), answeredBy });
      await recordChange(em, context, {
        area: "enquiries",
        action: "answered by email",
        subjectId: id,
        subjectName: `Enquiry ${id}`,
        before,
        after: { answered: true, answers: answers + 1 },
      });
      await queueEmail(em, context, {
        key: `enquiry-answer:${key}`,
        template: "enquiry-answer",
        recipient,
        replyTo: settings.storeEmail,
        props: {
          subject,
          answer: text,
          message: enquiry.message,
          sentOn: enquiry.createdAt.toLocaleDateString("en-GB", {
            dateStyle: "long",
            timeZone: "Europe/London",
          }),
        },
      });
      return { recipient };
    });
  },
);

const PAGE = 25;
/** The expression of enquiry_search_index, word for word. */
const searched = "lower(enquiry.name || ' ' || enquiry.email || ' ' || enquiry.subject)";

/** The enquiries, the newest first, a page at a time. @throws ShopError `unauthenticated`, `forbidden` */
export const listEnquiries = read("enquiries.view", async (context: Context, search: EnquirySearch) => {
  const { state, after } = search;
  const conditions = [
    state === "open" ? condition`enquiry.answered_at is null` : undefined,
    state === "answered" ? condition`enquiry.answered_at is not null` : undefined,
    search.search ? containsText(searched, search.search) : undefined,
    after === undefined ? undefined : condition`enquiry.id < ${after}`,
  ];
  const rows = await typedSql(context.em.fork())
    .selectFrom("enquiry")
    .leftJoin("user_account as staff", "staff.id", "enquiry.answered_by_id")
    .where(allOf(conditions))
    .orderBy("enquiry.id", "desc")
    .limit(PAGE + 1)
    .select(({ ref }) => [
      "enquiry.id",
      "enquiry.name",
      "enquiry.email",
      "enquiry.subject",
      "enquiry.message",
      "enquiry.note",
      isoTime(ref("enquiry.created_at")).as("createdAt"),
      isoTime(ref("enquiry.answered_at")).as("answeredAt"),
      "staff.name as answeredBy",
    ])
    .execute();
  const { page: shown, next } = pageOf(rows, PAGE);
  const ids = shown.map(({ id }) => id);
  const answers = await answersTo(context, ids);
  const orders = await ordersOfAddresses(context, ids);
  const enquiries = shown.map((enquiry) => ({
    ...enquiry,
    orders: orders.filter(({ enquiryId }) => enquiryId === enquiry.id).map(({ order }) => order),
    answers: answers.filter(({ enquiryId }) => enquiryId === enquiry.id),
    /** Of the answer that may follow: a form sent twice is one answer. */
    nextKey: randomUUID(),
  }));
  return { enquiries, next };
});

type EnquiriesPage = Awaited<ReturnType<typeof listEnquiries>>;

/** An enquiry as staff see one, with the newest orders of its address for anyone who may see orders. */
export type EnquiryView = EnquiriesPage["enquiries"][number];

/** What staff answered by mail from here, in the order of the answers. */
async function answersTo({ em }: Context, enquiryIds: number[]) {
  if (enquiryIds.length === 0) return [];
  return typedSql(em.fork())
    .selectFrom("enquiry_answer as answer")
    .leftJoin("user_account as staff", "staff.id", "answer.answered_by_id")
    .where("answer.enquiry_id", "in", enquiryIds)
    .orderBy("answer.id")
    .select(({ ref }) => [
      "answer.id",
      "answer.text",
      "answer.enquiry_id as enquiryId",
      isoTime(ref("answer.created_at")).as("createdAt"),
      "staff.name as by",
    ])
    .execute();
}

/** Beside an enquiry stand so many. */
const NEWEST_ORDERS = 3;

const orderSchema = z.object({
  enquiryId: z.number(),
  order: z.object({
    id: z.number(),
    invoiceNumber: z.string(),
    createdAt: z.string(),
    status: z.enum(["pending", "processing", "completed", "cancelled"]),
    carrier: z.string().nullable(),
    trackingNumber: z.string().nullable(),
    dispatchedAt: z.string().nullable(),
    readyAt: z.string().nullable(),
  }),
});

/**
 * The newest orders of the addresses of these enquiries. `offset 0` makes the database find the orders by their address
 * first: it would look for the newest among all orders.
 */
async function ordersOfAddresses(context: Context, enquiryIds: number[]) {
  if (enquiryIds.length === 0 || !actorMay(context.actor, "orders.view")) return [];
  return rawRows(
    context.em.fork(),
    orderSchema,
    `select enquiry.id as "enquiryId", json_build_object('id', o.id, 'invoiceNumber', o.invoice_number,
              'createdAt', o.created_at, 'status', o.status, 'carrier', o.carrier,
              'trackingNumber', o.tracking_number, 'dispatchedAt', o.dispatched_at, 'readyAt', o.ready_at) as "order"
       from enquiry cross join lateral (
         select * from (
           select * from customer_order where lower(customer_email) = lower(enquiry.email) offset 0) own
          order by created_at desc, id desc limit ${NEWEST_ORDERS}) o
      where enquiry.id in (?) order by enquiry.id, o.created_at desc, o.id desc`,
    [enquiryIds],
  );
}

/**
 * Marks an enquiry as answered, or open again, and keeps staff's note. What is so already stays as it was first done.
 * @throws ShopError `unauthenticated`, `forbidden`, `not_found`; `conflict` where somebody else changed the note meanwhile
 */
export const markAnswered = command(
  enquiryCommands.markAnswered,
  async (context, { id, answered, note = "", seenNote = "" }): Promise<{ answered: boolean }> => {
    const { actor } = context;
    await inTransaction(context.em, async (em) => {
      const enquiry = await em.findOne(Enquiry, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!enquiry) throw new ShopError("not_found", "There is no such enquiry.");
      const before = { answered: Boolean(enquiry.answeredAt) };
      const noteBefore = enquiry.note;
      if (answered !== Boolean(enquiry.answeredAt)) {
        enquiry.answeredAt = answered ? context.clock.now() : null;
        enquiry.answeredBy = answered && actor.kind === "user" ? em.getReference(User, actor.id) : null;
      }
      if (isOther(note, seenNote)) {
        if (isOther(seenNote, enquiry.note) && isOther(note, enquiry.note)) throw overtaken(enquiry.note);
        enquiry.note = note;
      }
      const noted = enquiry.note === noteBefore ? {} : { note: "changed" };
      // No words of theirs or of the note: enquiries are deleted, the audit is not.
      await recordChange(em, context, {
        area: "enquiries",
        action: answered ? "answered" : "opened again",
        subjectId: id,
        subjectName: `Enquiry ${id}`,
        before,
        after: { answered, ...noted },
      });
    });
    return { answered };
  },
);

function overtaken(theirs: string): ShopError {
  return new ShopError(
    "conflict",
    "Somebody else changed this note while you were editing. Nothing was overwritten.",
    { fields: { note: [`It says now: ${theirs || "nothing"}`] } },
  );
}

function isOther(one: string, other: string): boolean {
  return "note" in changedOnly({ note: other }, { note: one });
}

/**
 * Marks each chosen enquiry as answered. Returns their subjects. @throws ShopError `unauthenticated`, `forbidden`;
 * `conflict` with the reason of each that was not
 */
export const markManyAnswered = command(
  enquiryCommands.markManyAnswered,
  async (context, { enquiry: chosen }): Promise<{ did: string[] }> => {
    const enquiries = await context.em
      .fork()
      .find(Enquiry, { id: { $in: chosen } }, { fields: ["subject"], orderBy: { id: "asc" } });
    const rows = enquiries.map(({ id, subject }) => ({
      name: subject,
      field: "enquiry",
      run: () => markAnswered(context, { id, answered: true }),
    }));
    return { did: await runForEach(rows, "marked") };
  },
);
