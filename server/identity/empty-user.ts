import type { Role } from "#server/access/roles.ts";

/** What an erased account looks like. `.invalid` is a domain that never exists (RFC 2606). */
export function emptyUser(id: number, erasedAt: Date) {
  const role: Role = "customer";
  return {
    name: "Erased customer",
    email: `erased-${id}@erased.invalid`,
    username: `erased-${id}`,
    passwordHash: null,
    hasWeakPassword: false,
    role,
    isVerified: false,
    hasResearchAccess: false,
    isActive: false,
    phone: "",
    address: "",
    city: "",
    postcode: "",
    country: "",
    companyName: "",
    customerType: "individual",
    customerSegment: null,
    industry: "",
    landSize: null,
    cropTypes: "",
    biocharApplications: "",
    leadScore: null,
    openingLifetimeValue: 0,
    acquisitionSource: null,
    tags: "",
    notes: "",
    emailOptIn: false,
    emailConsentAt: null,
    emailConsentSource: "",
    emailConsentWording: "",
    smsOptIn: false,
    preferredContactMethod: null,
    sustainabilityGoals: "",
    carbomReductionTarget: null,
    showOnLeaderboard: false,
    erasedAt,
  };
}
