import { defineEntity, p } from "@mikro-orm/core";

/*
 * The sums behind the Community Impact Hub (docs/decisions on the community's sums). Database triggers note the email
 * address whose orders, refunds or account changed, in the same transaction; a job adds up its orders anew. Read them
 * through server/community, which also counts what is noted and not yet added up.
 */

/** What the paid orders of one email address come to. Internal: the address never leaves the server. */
export const CustomerImpactSchema = defineEntity({
  name: "CustomerImpact",
  tableName: "customer_impact",
  indexes: [
    {
      name: "customer_impact_rank_index",
      expression:
        "create index customer_impact_rank_index on customer_impact (spent desc, email) where is_shown",
    },
  ],
  properties: {
    /** In lower case. */
    email: p.string().length(254).primary(),
    orders: p.integer(),
    /** Pence, less refunds. */
    spent: p.bigint("number"),
    /** The newest of the orders: the initials and the locality of the leaderboard come from it. */
    lastOrderId: p.integer(),
    /** False for whoever asked not to be on the leaderboard, and for what is left of an erased account. */
    isShown: p.boolean(),
  },
});

export class CustomerImpact extends CustomerImpactSchema.class {}
CustomerImpactSchema.setClass(CustomerImpact);

/** An address whose sums are to be made anew. */
export const CustomerImpactChangeSchema = defineEntity({
  name: "CustomerImpactChange",
  tableName: "customer_impact_change",
  properties: { id: p.bigint("number").primary(), email: p.string().length(254) },
});

export class CustomerImpactChange extends CustomerImpactChangeSchema.class {}
CustomerImpactChangeSchema.setClass(CustomerImpactChange);

/** A figure of the whole community, by its name in server/community/impact-sums.ts. */
export const CommunityTallySchema = defineEntity({
  name: "CommunityTally",
  tableName: "community_tally",
  properties: { name: p.string().length(50).primary(), value: p.bigint("number") },
});

export class CommunityTally extends CommunityTallySchema.class {}
CommunityTallySchema.setClass(CommunityTally);
