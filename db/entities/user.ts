import { defineEntity, p } from "@mikro-orm/core";
import { phoneFromItsEnd, postcodeInCapitals } from "#server/core/phone-and-postcode.ts";
import { roles } from "#server/core/roles.ts";
import { updatedAt } from "./columns.ts";
import { TradeList } from "./product.ts";

/** A person with an account. There is one postcode, under two names on the wire (docs/rules.md#accounts-11). */
export const UserSchema = defineEntity({
  name: "User",
  tableName: "user_account",
  indexes: [
    {
      name: "user_email_unique",
      expression: "create unique index user_email_unique on user_account (lower(email))",
    },
    {
      name: "user_username_unique",
      expression: "create unique index user_username_unique on user_account (lower(username))",
    },
    { name: "user_created_index", properties: ["createdAt", "id"] },
    {
      name: "user_search_index",
      expression:
        "create index user_search_index on user_account using gin (lower(' ' || name || ' ' || email || ' ' || username) gin_trgm_ops)",
    },
    {
      name: "user_phone_index",
      expression: `create index user_phone_index on user_account (${phoneFromItsEnd("phone")} text_pattern_ops)`,
    },
    {
      name: "user_postcode_index",
      expression: `create index user_postcode_index on user_account (${postcodeInCapitals("postcode")} text_pattern_ops)`,
    },
    { name: "user_role_index", properties: ["role", "createdAt", "id"] },
    { name: "user_customer_type_index", properties: ["customerType", "createdAt", "id"] },
    {
      name: "user_suspended_index",
      expression: "create index user_suspended_index on user_account (created_at, id) where not is_active",
    },
    {
      name: "user_unverified_index",
      expression: "create index user_unverified_index on user_account (created_at, id) where not is_verified",
    },
    {
      name: "user_research_index",
      expression:
        "create index user_research_index on user_account (created_at, id) where has_research_access",
    },
  ],
  properties: {
    id: p.integer().primary(),
    name: p.string().length(200),
    email: p.string().length(254),
    username: p.string().length(100),
    passwordHash: p.string().length(200).nullable().hidden().lazy(),
    /** Staff's, as it was at their last sign-in: too weak for staff of a public shop (staff-password.server.ts). */
    hasWeakPassword: p.boolean().default(false),
    role: p.enum(roles).default("customer"),
    /** A link that was mailed to the address was opened, by its owner or by a program that looks at their mail. */
    isVerified: p.boolean().default(false),
    /**
     * When such a link was opened by somebody signed in to the account: only since then the two are known to be one
     * person's.
     */
    emailProvenAt: p.datetime().nullable(),
    hasResearchAccess: p.boolean().default(false),
    isActive: p.boolean().default(true),
    phone: p.string().length(50).default(""),
    address: p.string().length(500).default(""),
    city: p.string().length(100).default(""),
    postcode: p.string().length(20).default(""),
    country: p.string().length(100).default(""),
    companyName: p.string().length(200).default(""),
    customerType: p.string().length(30).default("individual"),
    customerSegment: p.string().length(30).nullable(),
    industry: p.string().length(200).default(""),
    /** Hectares. */
    landSize: p.decimal("number").precision(12).scale(2).nullable(),
    cropTypes: p.string().length(500).default(""),
    biocharApplications: p.string().length(500).default(""),
    leadScore: p.integer().nullable(),
    /** Pence brought forward from before this shop; paid orders are added to it. */
    openingLifetimeValue: p.integer().default(0),
    acquisitionSource: p.string().length(30).nullable(),
    /** Comma separated. */
    tags: p.string().length(500).default(""),
    notes: p.text().default(""),
    /** The list whose prices the person pays; none is everybody's prices. */
    tradeList: () => p.manyToOne(TradeList).mapToPk().nullable().deleteRule("restrict"),
    emailOptIn: p.boolean().default(false),
    /**
     * When, where and to which words the person said yes to marketing mail (docs/rules.md#accounts-13); null after a
     * no.
     */
    emailConsentAt: p.datetime().nullable(),
    emailConsentSource: p.string().length(100).default(""),
    emailConsentWording: p.string().length(500).default(""),
    smsOptIn: p.boolean().default(false),
    preferredContactMethod: p.string().length(20).nullable(),
    sustainabilityGoals: p.text().default(""),
    /** Percent; spelt so on the wire, and left so for scripts. */
    carbomReductionTarget: p.decimal("number").precision(5).scale(2).nullable(),
    /** False takes the person off the community leaderboard. */
    showOnLeaderboard: p.boolean().default(true),
    /** Set once the account was erased; the row stays as an empty shell that orders point to (docs/rules.md#kept-4). */
    erasedAt: p.datetime().nullable(),
    /** The first time; an account that nobody ever signs in to is forgotten unless its address was proven. */
    signedInAt: p.datetime().nullable(),
    version: p.integer().version(),
    createdAt: p.datetime().defaultRaw("now()"),
    updatedAt: updatedAt(),
  },
});

export class User extends UserSchema.class {}
UserSchema.setClass(User);
