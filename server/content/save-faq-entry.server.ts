import { type EntityManager, LockMode } from "@mikro-orm/postgresql";
import { FaqEntry } from "#db/entities/index.ts";
import { recordChange } from "#server/audit/record-change.server.ts";
import { command } from "#server/commands/run-command.server.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction, invalidateOnCommit } from "#server/core/in-transaction.server.ts";
import { changedOnly } from "#server/core/touched-fields.ts";
import { contentCommands, type SeenContent } from "./content.schema.ts";
import { refuseOverwriting } from "./refuse-overwriting.ts";

/**
 * Saves a question with its answer. @returns its id @throws ShopError `not_found`; `conflict` when somebody else saved
 * it meanwhile
 */
export const saveFaqEntry = command(
  contentCommands.saveFaqEntry,
  async (context, { seen, ...next }): Promise<number> => {
    return inTransaction(context.em, async (em) => {
      const entry = seen && (await lockEntry(em, seen));
      const before = entry ? stateOf(entry) : {};
      const saved = entry ? em.assign(entry, changedOnly(entry, next)) : em.create(FaqEntry, next);
      await em.flush();
      invalidateOnCommit(em, "content");
      const action = entry ? "edited" : "created";
      const subject = { subjectId: `question-${saved.id}`, subjectName: next.question };
      await recordChange(em, context, {
        area: "content",
        action,
        ...subject,
        before,
        after: stateOf(saved),
      });
      return saved.id;
    });
  },
);

/**
 * Deletes a question with its answer.
 * @throws ShopError `not_found`, `conflict`
 */
export const deleteFaqEntry = command(
  contentCommands.deleteFaqEntry,
  async (context, seen): Promise<void> => {
    await inTransaction(context.em, async (em) => {
      const entry = await lockEntry(em, seen);
      const before = stateOf(entry);
      em.remove(entry);
      await em.flush();
      invalidateOnCommit(em, "content");
      const subject = { subjectId: `question-${seen.id}`, subjectName: entry.question };
      await recordChange(em, context, { area: "content", action: "deleted", ...subject, before, after: {} });
    });
  },
);

async function lockEntry(em: EntityManager, { id, seenVersion }: SeenContent): Promise<FaqEntry> {
  const entry = await em.findOne(FaqEntry, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!entry) throw new ShopError("not_found", "Question not found");
  refuseOverwriting(entry.question, entry.version, seenVersion);
  return entry;
}

function stateOf({ category, question, answer, position, published }: FaqEntry) {
  return { category, question, answer, position, published };
}
