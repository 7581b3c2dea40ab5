import { LockMode } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import { TradeList, User } from "#db/entities/index.ts";
import { followNewAddress } from "#server/accounts/change-email.server.ts";
import { endAccess } from "#server/accounts/end-access.server.ts";
import { hashPassword, requireGoodPassword } from "#server/accounts/password.server.ts";
import { type Reauthentication, requirePasswordAndCode } from "#server/accounts/second-factor.server.ts";
import { markVerified, sendVerification } from "#server/accounts/send-verification.server.ts";
import { marketingConsent } from "#server/accounts/user-view.ts";
import {
  findUserBy,
  lockAdministrators,
  purchasesOf,
  staffFieldsOf,
  userViewOf,
} from "#server/accounts/user-views.server.ts";
import type { AuditValues } from "#server/audit/change-labels.ts";
import { recordChange } from "#server/audit/changes.server.ts";
import { command } from "#server/commands/run-command.server.ts";
import type { Actor, Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { isSameAddress, rowIdFromText } from "#server/core/fields.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { isStaff, roleDisplayName } from "#server/core/roles.ts";
import { definedOnly, schemaOf, touchedFields } from "#server/core/touched-fields.ts";
import { queueEmail } from "#server/email/queue-email.server.ts";
import { normalPostcode } from "#server/pricing/postcode.ts";
import { findUser } from "./list-users.server.ts";
import { type Account, creationError, type Editor, editError } from "./user-rules.ts";
import {
  provenUserEditFormSchema,
  shownUser,
  type UserChanges,
  type UserEdit,
  userCommands,
} from "./users.schema.ts";

/**
 * Creates an account for somebody, who is mailed a link to prove the address. Returns its id. For a new member of
 * staff the editor proves their own password, and a code where their account needs one. @throws ShopError
 * `unauthenticated`; `forbidden`, also for a role that the actor may not give; `conflict` naming the email or username
 * that is taken; `validation_failed` for a password that is too weak for staff
 */
export const createUser = command(userCommands.create, async (context, input): Promise<number> => {
  const { password, currentPassword, code, ...person } = input;
  const error = creationError(editorOf(context.actor), person.role);
  if (error) throw new ShopError(error.code, error.message, { fields: { role: [error.message] } });
  await requireGoodPassword(context, person, "password", password);
  if (isStaff(person.role)) await requireProofOfEditor(context, { password: currentPassword, code });
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

/**
 * Changes a user; missing fields stay. Suspension, another role and another address end open sessions and API keys at
 * once, and the owner of the account is told about the latter two. For a stronger role and for another address the
 * editor proves their own password, and a code where their account needs one. @throws ShopError `unauthenticated`;
 * `forbidden`, also for a script that gives another address; `not_found`, `validation_failed`; `conflict` when
 * somebody else has changed the user since that version, when email or username are taken, and for the last
 * administrator
 */
export const editUser = command(
  userCommands.edit,
  async (context, { id, version, changes }): Promise<void> => {
    const { currentPassword, code, ...named } = changes;
    const { email, postalCode, isVerified, emailOptIn, totalLifetimeValue, ...details } = named;
    if (await givesPower(context, id, changes))
      await requireProofOfEditor(context, { password: currentPassword, code });
    await inTransaction(
      context.em,
      async (em) => {
        const { user, assertMayChange } = await lockUserForChange(em, context.actor, id);
        if (version !== undefined && version !== user.version) throw userChanged();
        assertMayChange({ role: details.role, isActive: details.isActive });
        await assertAvailable(em, { email, username: details.username }, id);
        await assertTradeList(em, details.tradeList);

        const before = auditedValues(user);
        const { email: oldEmail, emailProvenAt } = user;
        if (postalCode !== undefined) details.postcode ??= postalCode;
        if (details.postcode !== undefined) details.postcode = normalPostcode(details.postcode);
        em.assign(user, definedOnly(details));
        if (email !== undefined) user.email = email;
        if (!isSameAddress(oldEmail, user.email)) user.emailProvenAt = null;
        if (emailOptIn !== undefined && emailOptIn !== user.emailOptIn) {
          em.assign(user, marketingConsent(emailOptIn, context.clock.now(), "recorded by staff"));
        }
        if (totalLifetimeValue !== undefined) {
          await setLifetimeValue(em, user, totalLifetimeValue);
        }
        if (isVerified === false) Object.assign(user, { isVerified: false, emailProvenAt: null });
        await em.flush();
        const isOtherRole = details.role !== undefined && details.role !== before.role;
        const isMoved = !isSameAddress(oldEmail, user.email);
        if (!user.isActive) await endAccess(context, em, id, "suspended");
        // A session must never gain more permissions than it started with.
        if (isOtherRole) await endAccess(context, em, id, "role changed");
        if (isOtherRole) await notifyOfRole(context, em, user);
        if (isVerified && !user.isVerified) await verify(em, user, details.hasResearchAccess);
        if (isMoved) {
          const wasProven = emailProvenAt !== null;
          await followNewAddress(context, em, user, { by: "staff", oldEmail, wasProven });
          if (user.isActive) await sendVerification(context, em, user);
        }
        await recordUserChange(context, em, user, { action: "edited", before });
      },
      { retryUniqueViolations: true },
    );
  },
  { read: readEditForm },
);

const expectedUser = z.object({ id: rowIdFromText, version: z.coerce.number().int() });

/** The dialog's form: changes only the fields that differ from what is saved. */
async function readEditForm(context: Context, form: FormData) {
  const expected = expectedUser.safeParse(Object.fromEntries(form));
  if (!expected.success) throw new ShopError("bad_request", "This form is not known here.");
  const user = await findUser(context, expected.data.id);
  // What somebody else changed meanwhile would count as touched here.
  if (user.version !== expected.data.version) throw userChanged();
  const touched = touchedFields(shownUser(user), form);
  const schema = schemaOf(provenUserEditFormSchema, [...touched, "currentPassword", "code"]).transform(
    (changes): UserEdit => ({ ...expected.data, changes }),
  );
  return { form, schema };
}

/** @throws ShopError `validation_failed` for a list that is not there */
async function assertTradeList(em: EntityManager, code: string | null | undefined): Promise<void> {
  if (!code || (await em.count(TradeList, { code })) > 0) return;
  const message = `There is no trade list "${code}".`;
  throw new ShopError("validation_failed", message, { fields: { tradeList: [message] } });
}

/**
 * Whether a change, if allowed, makes somebody staff or gives them more permissions, or moves an account to another
 * mailbox: anyone who reads an account's mail controls it.
 */
async function givesPower(context: Context, id: number, { role, email }: UserChanges): Promise<boolean> {
  const user = await context.em.fork().findOne(User, { id, erasedAt: null });
  if (!user) return false;
  const after = { role: role ?? user.role, isActive: user.isActive };
  if (editError(editorOf(context.actor), user, after, Number.POSITIVE_INFINITY)) return false;
  const rises = role !== undefined && role !== user.role && isStaff(role);
  return rises || (email !== undefined && !isSameAddress(email, user.email));
}

/** Verification grants research access, unless the same change sets it otherwise. */
async function verify(em: EntityManager, user: User, hasResearchAccess: boolean | undefined): Promise<void> {
  if (hasResearchAccess === undefined) return markVerified(em, user);
  user.isVerified = true;
  await em.flush();
}

/** What staff say somebody is worth is kept as a balance beside their orders. */
async function setLifetimeValue(em: EntityManager, user: User, lifetimeValue: number): Promise<void> {
  const bought = await purchasesOf(em, [user.id]);
  user.openingLifetimeValue = lifetimeValue - bought(user.id).paid;
}

async function notifyOfRole(context: Context, em: EntityManager, user: User): Promise<void> {
  await queueEmail(em, context, {
    key: `role-changed:${user.id}:${user.version}`,
    template: "role-changed",
    recipient: user.email,
    props: { name: user.name, role: roleDisplayName(user.role) },
  });
}

function userChanged(): ShopError {
  return new ShopError("conflict", "Somebody else has changed this user in the meantime.");
}

/** A user's row, locked until the caller's transaction ends. @throws ShopError `not_found` */
async function lockUser(em: EntityManager, id: number): Promise<User> {
  const user = await em.findOne(
    User,
    { id, erasedAt: null },
    { lockMode: LockMode.PESSIMISTIC_WRITE, populate: ["passwordHash"], refresh: true },
  );
  if (!user) throw new ShopError("not_found", "User not found");
  return user;
}

/**
 * The same for a change of permissions: locks the administrators first, so that one always remains. `assertMayChange`
 * throws when the rules forbid the new state. @throws ShopError `not_found`
 */
export async function lockUserForChange(em: EntityManager, actor: Actor, id: number) {
  const administrators = await lockAdministrators(em);
  const user = await lockUser(em, id);
  const assertMayChange = (after: Partial<Pick<Account, "role" | "isActive">>) => {
    const changes = { role: after.role ?? user.role, isActive: after.isActive ?? user.isActive };
    const error = editError(editorOf(actor), user, changes, administrators.length);
    if (error) throw new ShopError(error.code, error.message);
  };
  return { user, assertMayChange };
}

/** @throws ShopError `unauthenticated` for a visitor */
function editorOf(actor: Actor): Editor {
  if (actor.kind === "visitor") throw new ShopError("unauthenticated", "Please sign in to continue.");
  return actor;
}

/** Everything that staff can change about a user, as the audit stores it until the account is erased. */
export function auditedValues(user: User): AuditValues {
  const { id, postalCode, totalLifetimeValue, createdAt, ...values } = userViewOf(user, {
    paid: 0,
    count: 0,
  });
  return {
    ...values,
    ...staffFieldsOf(user),
    tradeList: user.tradeList ?? null,
    openingLifetimeValue: user.openingLifetimeValue,
  };
}

/** Records in the audit what staff did to a user, in the caller's transaction. */
export async function recordUserChange(
  context: Context,
  em: EntityManager,
  user: User,
  change: { action: string; before: AuditValues; after?: AuditValues },
): Promise<void> {
  const { action, before, after = auditedValues(user) } = change;
  await recordChange(em, context, {
    area: "users",
    action,
    subjectId: user.id,
    subjectName: user.name,
    before,
    after,
  });
}

/**
 * Refuses an email or username that another account has.
 * @throws ShopError `conflict` naming each field
 */
async function assertAvailable(
  em: EntityManager,
  changes: { email?: string | undefined; username?: string | undefined },
  ownId?: number,
): Promise<void> {
  const fields: Record<string, string[]> = {};
  for (const column of ["email", "username"] as const) {
    const value = changes[column];
    const owner = value === undefined ? null : await findUserBy(em, column, value);
    if (owner && owner.id !== ownId) fields[column] = [`This ${column} is already taken`];
  }
  const [first] = Object.values(fields).flat();
  if (first) throw new ShopError("conflict", `${first}.`, { fields });
}

/**
 * Requires the editor's own password, and a code where their account needs one, before making somebody staff or moving
 * an account to another address: an unlocked browser must not be enough to take over an account. A script cannot prove
 * anything, and its change would outlive its key. @throws ShopError `validation_failed` naming the form's field,
 * `forbidden` for a script, `rate_limited`
 */
async function requireProofOfEditor(context: Context, proof: Reauthentication): Promise<void> {
  if (context.actor.kind === "api-key") {
    throw new ShopError("forbidden", "An API key may not give an account to another address.");
  }
  if (context.actor.kind !== "user") return;
  await requirePasswordAndCode(context, context.actor, proof, "currentPassword");
}
