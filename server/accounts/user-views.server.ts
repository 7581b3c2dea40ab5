import { LockMode } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import { User } from "#db/entities/index.ts";
import type { Actor, Context, RequiredAction } from "#server/core/context.ts";
import { isReachable, readEnvironment } from "#server/core/env.server.ts";
import { ShopError } from "#server/core/errors.ts";
import { isStaff, type Role } from "#server/core/roles.ts";
import { condition, rawRows, truth, typedSql } from "#server/core/typed-sql.server.ts";
import type { Pence } from "#server/pricing/money.ts";
import type { StoreSettings } from "#server/settings/store-settings.ts";

/** However a keyboard writes accents: usernames are kept with theirs in one letter. */
export function usernameIs(typed: string) {
  return condition`lower(username) = lower(${typed.trim().normalize("NFC")})`;
}

/** The account with this address or username, ignoring case. The unique indexes allow one at most. */
export async function findUserBy(
  em: EntityManager,
  column: "email" | "username",
  value: string,
): Promise<User | null> {
  const row = await typedSql(em)
    .selectFrom("user_account")
    .where(column === "username" ? usernameIs(value) : condition`lower(email) = lower(${value.trim()})`)
    .select("id")
    .executeTakeFirst();
  return row ? em.findOne(User, row.id, { populate: ["passwordHash"] }) : null;
}

/**
 * Locks every active administrator until the caller's transaction ends, always in the same order, so that two of them
 * cannot remove each other's role at once. Call it before locking any other user.
 */
export function lockAdministrators(em: EntityManager): Promise<User[]> {
  return em.find(
    User,
    { role: "administrator", isActive: true, erasedAt: null },
    { orderBy: { id: "asc" }, lockMode: LockMode.PESSIMISTIC_WRITE },
  );
}

export type SignedInUser = Extract<Actor, { kind: "user" }>;

/**
 * The signed-in user, for what people do to their own account.
 * @throws ShopError `unauthenticated`
 */
export function requireUser(context: Pick<Context, "actor">): SignedInUser {
  if (context.actor.kind !== "user") throw new ShopError("unauthenticated", "Please sign in to continue.");
  return context.actor;
}

/** A user as they read themselves: without the password hash, and without what staff think of them. */
export function userViewOf(user: User, { paid }: Purchases) {
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    username: user.username,
    phone: user.phone,
    address: user.address,
    city: user.city,
    postcode: user.postcode,
    /** Alias of `postcode` (docs/rules.md#accounts-11). */
    postalCode: user.postcode,
    country: user.country,
    role: user.role,
    isVerified: user.isVerified,
    hasResearchAccess: user.hasResearchAccess,
    isActive: user.isActive,
    companyName: user.companyName,
    customerType: user.customerType,
    industry: user.industry,
    /** Hectares. */
    landSize: user.landSize ?? null,
    cropTypes: user.cropTypes,
    biocharApplications: user.biocharApplications,
    /** In pence here, in pounds in REST: paid orders plus the opening balance (docs/rules.md#accounts-12). */
    totalLifetimeValue: user.openingLifetimeValue + paid,
    emailOptIn: user.emailOptIn,
    smsOptIn: user.smsOptIn,
    preferredContactMethod: user.preferredContactMethod ?? null,
    sustainabilityGoals: user.sustainabilityGoals,
    /** Percent; the misspelling is part of the API. */
    carbomReductionTarget: user.carbomReductionTarget ?? null,
    createdAt: user.createdAt.toISOString(),
  };
}

export type UserView = ReturnType<typeof userViewOf>;

/** What staff have written about a user, for their own eyes; the user reads it only in "Download My Data". */
export function staffFieldsOf(user: User) {
  return {
    customerSegment: user.customerSegment ?? null,
    leadScore: user.leadScore ?? null,
    acquisitionSource: user.acquisitionSource ?? null,
    tags: user.tags,
    notes: user.notes,
  };
}

/** The signed-in user, or null for a visitor. What staff write about them is left out. */
export async function currentUser(context: Context): Promise<UserView | null> {
  if (context.actor.kind !== "user") return null;
  const user = await context.em.findOne(User, context.actor.id);
  if (!user) return null;
  const purchases = await purchasesOf(context.em, [user.id]);
  return userViewOf(user, purchases(user.id));
}

export interface Purchases {
  /** What the paid orders add up to, less what was credited before, or went back by refunds and lost disputes. */
  paid: Pence;
  /** Paid orders. */
  count: number;
}

const purchasesSchema = z.object({ id: z.number(), paid: z.coerce.number(), count: z.coerce.number() });

/**
 * What each of these people has paid for and not got back, cancelled orders left out; one query however many they are.
 */
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
          `select customer_id as id,
                  sum(greatest(total_amount - credited_unpaid - refunded.amount - lost.amount, 0)) as paid,
                  count(*) as count
           from customer_order bought
           cross join lateral (
             select coalesce(sum(amount), 0) as amount from refund where order_id = bought.id and status <> 'failed'
           ) refunded
           cross join lateral (
             select coalesce(sum(amount_lost), 0) as amount from dispute where order_id = bought.id
           ) lost
           where customer_id in (${userIds.map(() => "?").join(", ")})
             and paid_at is not null and bought.status <> 'cancelled'
           group by customer_id`,
          userIds,
        );
  const byId = new Map(rows.map(({ id, ...purchases }) => [id, purchases]));
  return (id) => byId.get(id) ?? { paid: 0, count: 0 };
}

type StaffPolicy = Pick<StoreSettings, "staffTwoFactor">;

/**
 * Staff with a weak password or without a second factor get only a customer's permissions, in a shop that others than
 * this machine reach: enough to fix it. This changes the role instead of a flag, so that no check can be forgotten.
 */
export async function withTwoFactorEnforced(
  em: EntityManager,
  settings: StaffPolicy,
  actor: Actor,
): Promise<Actor> {
  const mustFirst = await requiredActionOf(em, settings, actor);
  return actor.kind === "user" && mustFirst ? { ...actor, role: "customer", mustFirst } : actor;
}

/** What this person, as staff, has to do before anything else; null for nothing. */
export async function requiredActionOf(
  em: EntityManager,
  settings: StaffPolicy,
  actor: Actor,
): Promise<RequiredAction | null> {
  if (actor.kind !== "user" || !isStaff(actor.role) || !isReachable(readEnvironment())) return null;
  const state = await typedSql(em)
    .selectFrom("user_account as person")
    .where("id", "=", actor.id)
    .select([
      "has_weak_password",
      truth`exists (select from two_factor where user_id = person.id and confirmed_at is not null)`.as(
        "has_two_factor",
      ),
      truth`exists (select from passkey where user_id = person.id)`.as("has_passkey"),
      truth`exists (select from user_session where id = ${actor.sessionId} and by_passkey)`.as(
        "came_by_passkey",
      ),
    ])
    .executeTakeFirst();
  if (!state) return null;
  const needsFactor = settings.staffTwoFactor && !state.has_two_factor;
  // First: a password alone must not be enough to set up another factor beside the passkey.
  if (needsFactor && state.has_passkey && !state.came_by_passkey) return "passkey";
  if (state.has_weak_password) return "password";
  return needsFactor && !state.has_passkey ? "second-factor" : null;
}

/** Whether the shop requires a second factor for this role. */
export function requiresSecondFactor(role: Role, { staffTwoFactor }: StaffPolicy): boolean {
  return staffTwoFactor && isStaff(role) && isReachable(readEnvironment());
}
