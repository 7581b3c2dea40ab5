import { User } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { requireUser } from "../require-user.server.ts";
import type { OwnProfile } from "./own-profile.ts";

/**
 * What the profile forms are filled with.
 * @throws ShopError `unauthenticated`
 */
export async function readOwnProfile(context: Context): Promise<OwnProfile> {
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
    customerType: user.customerType,
    industry: user.industry,
    landSize: user.landSize ?? null,
    cropTypes: user.cropTypes,
    biocharApplications: user.biocharApplications,
    preferredContactMethod: user.preferredContactMethod ?? null,
    sustainabilityGoals: user.sustainabilityGoals,
    carbomReductionTarget: user.carbomReductionTarget ?? null,
    emailOptIn: user.emailOptIn,
    smsOptIn: user.smsOptIn,
    showOnLeaderboard: user.showOnLeaderboard,
  };
}
