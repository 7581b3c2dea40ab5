import { isStaff } from "#server/access/roles.ts";
import type { Context } from "#server/core/context.ts";
import { isWithinLimit } from "#server/http/limits/rate-limit.server.ts";

/**
 * Counts a mail that a stranger can cause, whoever asked for it and from wherever. Where it is one too many, nothing is
 * sent and nobody is told: the mails before it have reached the same person, and their links still work.
 */
export async function mayMail(context: Context, recipient: string): Promise<boolean> {
  const { actor } = context;
  if (actor.kind === "user" && isStaff(actor.role)) return true;
  const mailbox = mailboxOf(recipient);
  const isOneTooMany = !(await isWithinLimit(context, "mail-to", mailbox));
  return !isOneTooMany && (await isWithinLimit(context, "mail-to-day", mailbox));
}

/** The mailbox behind an address: "Ada+shop@Example.com" reaches whom "ada@example.com" does. */
function mailboxOf(address: string): string {
  const [local = "", ...domain] = address.trim().toLowerCase().split("@");
  return `${local.split("+")[0] || local}@${domain.join("@")}`;
}
