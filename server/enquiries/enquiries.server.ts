import { LockMode } from "@mikro-orm/postgresql";
import { Enquiry, EnquiryAnswer, User } from "#db/entities/index.ts";
import { countAgainstLimit } from "#server/access/rate-limit.server.ts";
import { recordChange } from "#server/audit/record-change.server.ts";
import { command } from "#server/commands/run-command.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { queueEmail } from "#server/email/queue-email.server.ts";
import { storeIdentityOf } from "#server/email/store-identity.ts";
import { type EnquiryInput, enquiryCommands } from "./enquiry.schema.ts";

/** Keeps a message of the contact form and mails it to the store, both or neither. @throws ShopError `rate_limited` */
export async function sendEnquiry(context: Context, input: EnquiryInput): Promise<{ id: number }> {
  await countAgainstLimit(context, "contact");
  return inTransaction(context.em, async (em) => {
    const enquiry = em.create(Enquiry, { ...input, createdAt: context.clock.now() });
    await em.flush();
    await queueEmail(em, {
      key: `enquiry:${enquiry.id}`,
      template: "new-enquiry",
      recipient: context.settings.storeEmail,
      props: {
        ...input,
        store: storeIdentityOf(context.settings, context.publicUrl),
        adminUrl: `${context.publicUrl}/admin?tab=enquiries`,
      },
    });
    return { id: enquiry.id };
  });
}

/**
 * Mails an answer to whoever sent an enquiry, keeps it in the thread and counts the enquiry as answered. The same form
 * sent twice is one answer; several forms are several. @returns the address @throws ShopError `unauthenticated`,
 * `forbidden`, `not_found`
 */
export const answerEnquiry = command(
  enquiryCommands.answer,
  async (context, { id, key, text }): Promise<{ recipient: string }> => {
    const { actor, settings, publicUrl, clock } = context;
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
        subjectName: subject,
        before,
        after: { answered: true, answers: answers + 1 },
      });
      await queueEmail(em, {
        key: `enquiry-answer:${key}`,
        template: "enquiry-answer",
        recipient,
        replyTo: settings.storeEmail,
        props: {
          store: storeIdentityOf(settings, publicUrl),
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
