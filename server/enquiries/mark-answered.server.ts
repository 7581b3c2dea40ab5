import { LockMode } from "@mikro-orm/postgresql";
import type { z } from "zod";
import { Enquiry, User } from "#db/entities/index.ts";
import { requirePermission } from "#server/access/require.server.ts";
import { recordChange } from "#server/audit/record-change.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { changedOnly } from "#server/core/touched-fields.ts";
import type { markAnsweredSchema } from "./enquiry.schema.ts";

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
