import { User } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import type { ProfileForm } from "./account.schema.ts";
import { contactMethods, customerTypes } from "./customer-vocabulary.ts";
import { requireUser } from "./require-user.server.ts";

/**
 * What the profile forms are filled with.
 * @throws ShopError `unauthenticated`
 */
export async function readOwnProfile(context: Context): Promise<ProfileForm> {
  const user = await context.em.findOneOrFail(User, requireUser(context).id);
  return {
    name: user.name,
    email: user.email,
    phone: user.phone,
    address: user.address,
    city: user.city,
    postcode: user.postcode,
    country: user.country,
    companyName: user.companyName,
    customerType: knownOr(customerTypes, user.customerType, "individual"),
    industry: user.industry,
    landSize: user.landSize ?? null,
    cropTypes: user.cropTypes,
    biocharApplications: user.biocharApplications,
    preferredContactMethod: knownOr(contactMethods, user.preferredContactMethod, null),
    sustainabilityGoals: user.sustainabilityGoals,
    carbomReductionTarget: user.carbomReductionTarget ?? null,
    emailOptIn: user.emailOptIn,
    smsOptIn: user.smsOptIn,
    showOnLeaderboard: user.showOnLeaderboard,
  };
}

/** The stored choice, unless it is one that the form does not know. */
function knownOr<Choice extends string, Fallback>(
  choices: readonly Choice[],
  stored: string | null | undefined,
  fallback: Fallback,
): Choice | Fallback {
  return choices.find((choice) => choice === stored) ?? fallback;
}
