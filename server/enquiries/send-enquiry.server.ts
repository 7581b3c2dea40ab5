import { Enquiry } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { queueEmail } from "#server/email/queue-email.server.ts";
import { storeIdentityOf } from "#server/email/store-identity.ts";
import { countAgainstLimit } from "#server/http/rate-limit.server.ts";
import type { EnquiryInput } from "./enquiry.schema.ts";

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
