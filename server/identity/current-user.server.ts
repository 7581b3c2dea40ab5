import { User } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import type { Pence } from "#server/pricing/money.ts";
import type { UserView } from "./user-view.ts";

/** The signed-in user, or null for a visitor (spec section 6: the current-user call). Staff's notes are left out. */
export async function currentUser(context: Context): Promise<UserView | null> {
  if (context.actor.kind !== "user") return null;
  const user = await context.em.findOne(User, context.actor.id);
  return user && toUserView(user, await paidByCustomer(context, user.id));
}

/** What a customer's paid orders add up to, in pence; cancelled ones left out. */
async function paidByCustomer(context: Context, userId: number): Promise<Pence> {
  const [row] = await context.em.execute<{ total: string }[]>(
    `select coalesce(sum(total_amount), 0) as total from customer_order
     where customer_id = ? and paid_at is not null and status <> 'cancelled'`,
    [userId],
  );
  return Number(row?.total ?? 0);
}

function toUserView(user: User, paid: Pence): UserView {
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
