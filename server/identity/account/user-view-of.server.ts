import type { User } from "#db/entities/index.ts";
import type { Purchases } from "./purchases.server.ts";
import type { UserView } from "./user-view.ts";

/** A user without the password hash and staff's notes. Lifetime value: paid orders and the opening balance. */
export function userViewOf(user: User, { paid }: Purchases): UserView {
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    username: user.username,
    phone: user.phone,
    address: user.address,
    city: user.city,
    postcode: user.postcode,
    postalCode: user.postcode,
    country: user.country,
    role: user.role,
    isVerified: user.isVerified,
    hasResearchAccess: user.hasResearchAccess,
    isActive: user.isActive,
    companyName: user.companyName,
    customerType: user.customerType,
    customerSegment: user.customerSegment ?? null,
    industry: user.industry,
    landSize: user.landSize ?? null,
    cropTypes: user.cropTypes,
    biocharApplications: user.biocharApplications,
    leadScore: user.leadScore ?? null,
    totalLifetimeValue: user.openingLifetimeValue + paid,
    acquisitionSource: user.acquisitionSource ?? null,
    tags: user.tags,
    emailOptIn: user.emailOptIn,
    smsOptIn: user.smsOptIn,
    preferredContactMethod: user.preferredContactMethod ?? null,
    sustainabilityGoals: user.sustainabilityGoals,
    carbomReductionTarget: user.carbomReductionTarget ?? null,
    createdAt: user.createdAt.toISOString(),
  };
}
