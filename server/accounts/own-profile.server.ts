import { LockMode } from "@mikro-orm/core";
import { User } from "#db/entities/index.ts";
import { requirePermission } from "#server/access/read.server.ts";
import { researchReportFile } from "#server/content/resources.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { isSameAddress } from "#server/core/fields.ts";
import { definedOnly, pick } from "#server/core/touched-fields.ts";
import { normalPostcode } from "#server/pricing/postcode.ts";
import { detailNames, type ProfileChanges, type ProfileForm } from "./account.schema.ts";
import { requestEmailChange } from "./change-email.server.ts";
import { requireOpenSession } from "./end-access.server.ts";
import { requirePasswordAndCode } from "./second-factor.server.ts";
import { marketingConsent, researchAccessOf, researchDenials } from "./user-view.ts";
import { requireUser } from "./user-views.server.ts";

/** What people may change about themselves, as stored: a choice may be one that is no longer offered. */
export type OwnProfile = Omit<ProfileForm, "customerType" | "preferredContactMethod"> & {
  customerType: string;
  preferredContactMethod: string | null;
};

/**
 * The values of the profile forms.
 * @throws ShopError `unauthenticated`
 */
export async function readOwnProfile(context: Context): Promise<OwnProfile> {
  const user = await context.em.findOneOrFail(User, requireUser(context).id);
  const { landSize = null, preferredContactMethod = null, carbomReductionTarget = null } = user;
  return pick({ ...user, landSize, preferredContactMethod, carbomReductionTarget }, [
    "name",
    "email",
    ...detailNames,
  ]);
}

/**
 * Changes what people may change about themselves; missing fields stay. A new address waits until it is confirmed, and
 * needs the password, and a code where the account has one: the address controls the account. Returns it as
 * `pendingEmail`, or null when the address stays as it is. @throws ShopError
 * `unauthenticated`; for a new address `validation_failed` (password or code), `rate_limited`.
 */
export async function updateProfile(context: Context, changes: ProfileChanges) {
  requirePermission(context, "profile.edit");
  const actor = requireUser(context);
  const { id } = actor;
  const { email, postalCode, emailOptIn, currentPassword: password, code, ...details } = changes;
  if (email !== undefined && !isSameAddress(email, actor.email)) {
    await requirePasswordAndCode(context, actor, { password, code }, "currentPassword");
  }
  return context.em.fork().transactional(async (em) => {
    const user = await em.findOneOrFail(User, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (postalCode !== undefined) details.postcode ??= postalCode;
    if (details.postcode !== undefined) details.postcode = normalPostcode(details.postcode);
    em.assign(user, definedOnly(details));
    if (emailOptIn !== undefined && emailOptIn !== user.emailOptIn) {
      em.assign(user, marketingConsent(emailOptIn, context.clock.now(), "account settings"));
    }
    if (email === undefined) return { pendingEmail: null };
    if (isSameAddress(email, user.email)) {
      user.email = email;
      return { pendingEmail: null };
    }
    await em.flush();
    await requireOpenSession(em, actor);
    await requestEmailChange(context, em, user, email);
    return { pendingEmail: email };
  });
}

/** The job after a verification. Harmless when it runs twice, or after the account was erased or suspended. */
export async function grantResearchAccess(context: Context, { userId }: { userId: number }): Promise<void> {
  await context.em.nativeUpdate(
    User,
    { id: userId, isVerified: true, isActive: true, hasResearchAccess: false, erasedAt: null },
    { hasResearchAccess: true },
  );
}

/**
 * The research report, for signed-in people with a verified address and research access (docs/rules.md#accounts-10).
 * @throws ShopError `unauthenticated`, `forbidden` (says what is missing).
 */
export async function readResearchReport(context: Context) {
  const user = await context.em.findOneOrFail(User, requireUser(context).id);
  const access = researchAccessOf(user);
  if (access !== "granted") throw new ShopError("forbidden", researchDenials[access]);
  const bytes = await researchReportFile(context.settings.storeName);
  return { fileName: "biochar-research-report.pdf", bytes };
}
