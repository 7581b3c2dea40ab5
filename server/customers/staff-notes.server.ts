import type { EntityManager } from "@mikro-orm/postgresql";
import { Order, StaffNote, User } from "#db/entities/index.ts";
import type { AuditArea } from "#server/audit/change-labels.ts";
import { recordChange } from "#server/audit/changes.server.ts";
import { command } from "#server/commands/run-command.server.ts";
import { actorName, type Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { actorMay } from "#server/core/roles.ts";
import { allOf, type Condition, condition, isoTime, typedSql } from "#server/core/typed-sql.server.ts";
import { isFresh, noteCommands } from "./staff-note.ts";

/** What a note is about. */
type Subject = { order: number } | { customer: number } | { email: string };

/** Where the audit tells of it. */
interface Audited {
  area: AuditArea;
  subjectId: number;
  subjectName: string;
}

/**
 * Writes a note down, once for each key. The audit says that there is one, not what it says: notes are erased, it is
 * not.
 */
export async function writeNote(
  em: EntityManager,
  context: Context,
  { about, audited, key, text }: { about: Subject; audited: Audited; key: string; text: string },
): Promise<void> {
  if ((await em.count(StaffNote, { key })) > 0) return;
  const { actor, clock } = context;
  const note = em.create(StaffNote, {
    ...about,
    key,
    text,
    author: actor.kind === "user" ? em.getReference(User, actor.id) : null,
    authorName: actorName(actor).slice(0, 200),
    createdAt: clock.now(),
  });
  await em.flush();
  await recordChange(em, context, {
    ...audited,
    action: "wrote a note",
    before: { note: null },
    after: { note: note.id },
  });
}

/** Writes a note about an order. @throws ShopError `unauthenticated`, `forbidden`, `not_found` */
export const addOrderNote = command(
  noteCommands.addToOrder,
  async (context, { orderId, key, text }): Promise<void> => {
    await inTransaction(
      context.em,
      async (em) => {
        const order = await em.findOne(Order, orderId);
        if (!order) throw new ShopError("not_found", "Order not found");
        const audited = { area: "orders", subjectId: order.id, subjectName: order.invoiceNumber } as const;
        await writeNote(em, context, { about: { order: order.id }, audited, key, text });
      },
      { retryUniqueViolations: true },
    );
  },
);

/**
 * Deletes a note: its author's own within a day, anybody's for those who may. @throws ShopError `unauthenticated`,
 * `forbidden`, `not_found`
 */
export const removeNote = command(noteCommands.remove, async (context, { noteId }): Promise<void> => {
  await inTransaction(context.em, async (em) => {
    const note = await em.findOne(StaffNote, noteId, { populate: ["order", "customer"] });
    if (!note) throw new ShopError("not_found", "This note was deleted already.");
    if (!mayRemove(context, { author: note.author?.id ?? null, createdAt: note.createdAt })) {
      throw new ShopError("forbidden", "A note is its author’s to delete, for a day.");
    }
    await em.nativeDelete(StaffNote, { id: noteId });
    await recordChange(em, context, {
      ...auditedOf(note),
      action: "deleted a note",
      before: { note: noteId },
      after: { note: null },
    });
  });
});

/** A guest is named nowhere in the audit, which is never erased. */
function auditedOf({ id, order, customer }: StaffNote): Audited {
  if (order) return { area: "orders", subjectId: order.id, subjectName: order.invoiceNumber };
  if (customer) return { area: "users", subjectId: customer.id, subjectName: `User ${customer.id}` };
  return { area: "users", subjectId: id, subjectName: "A guest" };
}

function mayRemove(
  { actor, clock }: Context,
  { author, createdAt }: { author: number | null; createdAt: Date },
): boolean {
  if (actorMay(actor, "notes.delete")) return true;
  return actor.kind === "user" && actor.id === author && isFresh(createdAt, clock.now());
}

/** What staff wrote about an order, the oldest first; nothing for those who may not read it. */
export function notesOfOrder(context: Context, orderId: number) {
  return readNotes(context, condition`order_id = ${orderId}`);
}

/** What staff wrote about a person: with an account, whether or not it was used, known by an address, or both. */
export function notesOfPerson(
  context: Context,
  { customerId, email }: { customerId: number | null; email: string },
) {
  return readNotes(
    context,
    condition`(customer_id = ${customerId} or lower(email) = lower(${email})
      or customer_id = (select id from user_account where lower(email) = lower(${email})))`,
  );
}

async function readNotes(context: Context, about: Condition) {
  if (!actorMay(context.actor, "notes.view")) return [];
  const notes = await typedSql(context.em)
    .selectFrom("staff_note")
    .where(allOf([about]))
    .orderBy("created_at")
    .orderBy("id")
    .select(({ ref }) => [
      "id",
      "text",
      "author_id as author",
      "author_name as by",
      isoTime(ref("created_at")).as("createdAt"),
    ])
    .execute();
  return notes.map(({ author, ...note }) => ({
    ...note,
    mayRemove: mayRemove(context, { author, createdAt: new Date(note.createdAt) }),
  }));
}

/** Something that staff wrote down for each other, as they read it; anyone who looks may perhaps delete it. */
export type StaffNoteView = Awaited<ReturnType<typeof readNotes>>[number];
