import { User } from "#db/entities/index.ts";
import { isStaff } from "#server/access/roles.ts";
import { command } from "#server/commands/run-command.server.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { hashPassword } from "#server/identity/passwords/password.server.ts";
import { requireGoodPassword } from "#server/identity/passwords/staff-password.server.ts";
import { sendVerification } from "#server/identity/verification/send-verification.server.ts";
import { assertAvailable, editorOf, recordUserChange, requireProofOfEditor } from "./user-changes.server.ts";
import { creationRefusal } from "./user-rules.ts";
import { userCommands } from "./users.schema.ts";

/**
 * Makes an account for somebody; they are mailed a link to prove their address. Returns its id. For a member of staff
 * whoever makes it shows their own password, and a code where there is one.
 * @throws ShopError `unauthenticated`; `forbidden`, also for a role that the actor may not give; `conflict` naming the
 * email or username that is taken; `validation_failed` for a password that is too weak for staff
 */
export const createUser = command(userCommands.create, async (context, input): Promise<number> => {
  const { password, currentPassword, code, ...person } = input;
  const refusal = creationRefusal(editorOf(context.actor), person.role);
  if (refusal) throw new ShopError(refusal.code, refusal.message, { fields: { role: [refusal.message] } });
  await requireGoodPassword(context, person, "password", password);
  if (isStaff(person.role)) await requireProofOfEditor(context, { currentPassword, code });
  const passwordHash = await hashPassword(password);
  return inTransaction(
    context.em,
    async (em) => {
      await assertAvailable(em, person);
      const user = em.create(User, { ...person, passwordHash, createdAt: context.clock.now() });
      await em.flush();
      await sendVerification(context, em, user);
      const { name, email, username, role } = user;
      await recordUserChange(context, em, user, {
        action: "created",
        before: {},
        after: { name, email, username, role },
      });
      return user.id;
    },
    { retryUniqueViolations: true },
  );
});
