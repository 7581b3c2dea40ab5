import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import { User } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { rawRows } from "#server/core/typed-sql.server.ts";
import type { Pence } from "#server/pricing/money.ts";
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

/** The signed-in user, or null for a visitor. Staff's notes are left out. */
export async function currentUser(context: Context): Promise<UserView | null> {
  if (context.actor.kind !== "user") return null;
  const user = await context.em.findOne(User, context.actor.id);
  if (!user) return null;
  const purchases = await purchasesOf(context.em, [user.id]);
  return userViewOf(user, purchases(user.id));
}

export interface Purchases {
  /** What the paid orders add up to. */
  paid: Pence;
  count: number;
}

const purchasesSchema = z.object({ id: z.number(), paid: z.coerce.number(), count: z.coerce.number() });

/** What each of these people has paid for, cancelled orders left out; one query however many they are. */
export async function purchasesOf(
  em: EntityManager,
  userIds: readonly number[],
): Promise<(id: number) => Purchases> {
  const rows =
    userIds.length === 0
      ? []
      : await rawRows(
          em,
          purchasesSchema,
          `select customer_id as id, sum(total_amount) as paid, count(*) as count from customer_order
           where customer_id in (${userIds.map(() => "?").join(", ")})
             and paid_at is not null and status <> 'cancelled'
           group by customer_id`,
          userIds,
        );
  const byId = new Map(rows.map(({ id, ...purchases }) => [id, purchases]));
  return (id) => byId.get(id) ?? { paid: 0, count: 0 };
}
