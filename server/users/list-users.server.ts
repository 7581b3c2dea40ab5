import type { EntityManager } from "@mikro-orm/postgresql";
import { requirePermission } from "#server/access/require.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { likeLiteral } from "#server/core/search-text.ts";
import { purchasesOf } from "#server/identity/account/user-views.server.ts";
import type { Pence } from "#server/pricing/money.ts";
import type { StaffUserView, UserPage } from "./staff-user-view.ts";
import type { UsersQuery } from "./users-query.ts";

const USERS_PER_PAGE = 25;

/** The expression of the trigram index user_search_index, word for word. */
const searchText = "lower(' ' || name || ' ' || email || ' ' || username)";
/** Trigrams find nothing inside shorter words; these are looked for where words begin. */
const SHORTEST_INSIDE = 3;
const MOST_WORDS = 5;
/** As many users are looked through before the index is asked. */
const NEAR = 2000;

const statusConditions: Record<NonNullable<UsersQuery["status"]>, string> = {
  active: "is_active",
  suspended: "not is_active",
  verified: "is_verified",
  unverified: "not is_verified",
  research: "has_research_access",
};

/**
 * One page of the users, the newest first.
 * @throws ShopError `unauthenticated`, `forbidden`
 */
export async function listUsersPage(context: Context, query: UsersQuery): Promise<UserPage> {
  requirePermission(context, "users.view");
  const { before } = query;
  const { actor } = context;
  const found = await findUserIds(context.em, query, USERS_PER_PAGE + 1);
  const ids = found.slice(0, USERS_PER_PAGE);
  const isMore = found.length > USERS_PER_PAGE;
  if (before !== undefined) ids.reverse();
  return {
    users: await describeUsers(context.em, ids),
    hasPrevious: before === undefined ? query.after !== undefined : isMore,
    hasNext: before === undefined ? isMore : true,
    viewer: actor.kind === "user" ? { id: actor.id, role: actor.role } : null,
  };
}

/**
 * The newest users first, as a script walks them; `after` goes on behind the user of that id.
 * @throws ShopError `unauthenticated`, `forbidden`
 */
export async function listUsers(
  context: Context,
  query: Omit<UsersQuery, "before">,
  limit: number,
): Promise<StaffUserView[]> {
  requirePermission(context, "users.view");
  return describeUsers(context.em, await findUserIds(context.em, query, limit));
}

/** One user. @throws ShopError `unauthenticated`, `forbidden`, `not_found` */
export async function findUser(context: Context, id: number): Promise<StaffUserView> {
  requirePermission(context, "users.view");
  const [user] = await describeUsers(context.em.fork(), [id]);
  if (!user) throw new ShopError("not_found", "User not found");
  return user;
}

/** The ids of a list, the newest first: one more than a page shows whether there are more. */
export async function findUserIds(em: EntityManager, query: UsersQuery, limit: number): Promise<number[]> {
  const backwards = query.before !== undefined;
  const order = backwards ? "created_at, id" : "created_at desc, id desc";
  const rest = conditionsOf(query);
  const search = searchConditionsOf(query.search);
  const ids = async (sql: string) => {
    const parameters = [...rest.parameters, ...search.parameters, limit];
    const rows = await em.execute<{ id: number }[]>(`${sql} order by ${order} limit ?`, parameters);
    return rows.map(({ id }) => id);
  };
  if (search.sql === "") return ids(`select id from user_account where ${rest.sql}`);
  // What many have is soon met on the way through the list; what few have, only the index finds soon. The database
  // guesses badly which of the two a text is, so the short way is tried first.
  const near = `select * from user_account where ${rest.sql} order by ${order} limit ${NEAR}`;
  const met = await ids(`select id from (${near}) near where ${search.sql}`);
  if (met.length === limit) return met;
  const all = `select id, created_at from user_account where ${rest.sql} and ${search.sql}`;
  return ids(`with found as materialized (${all}) select id from found`);
}

interface Conditions {
  sql: string;
  parameters: (string | number)[];
}

function conditionsOf({ role, customerType, status, after, before }: UsersQuery): Conditions {
  const conditions = ["erased_at is null"];
  const parameters: (string | number)[] = [];
  if (role) {
    conditions.push("role = ?");
    parameters.push(role);
  }
  if (customerType) {
    conditions.push("customer_type = ?");
    parameters.push(customerType);
  }
  if (status) conditions.push(statusConditions[status]);
  const from = before ?? after;
  if (from !== undefined) {
    const beyond = before === undefined ? "<" : ">";
    conditions.push(`(created_at, id) ${beyond} (select created_at, id from user_account where id = ?)`);
    parameters.push(from);
  }
  return { sql: conditions.join(" and "), parameters };
}

/** Every word of the text, each anywhere. */
function searchConditionsOf(text: string): Conditions {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean).slice(0, MOST_WORDS);
  return {
    sql: words.map(() => `${searchText} like ?`).join(" and "),
    parameters: words.map((word) => {
      const exactly = likeLiteral(word);
      return word.length < SHORTEST_INSIDE ? `% ${exactly}%` : `%${exactly}%`;
    }),
  };
}

/** One row per user, in the words of `UserView`; entities would take ten times as long. */
const userColumns = `
  id, name, email, username, phone, address, city, postcode, postcode as "postalCode", country, role,
  is_verified as "isVerified", has_research_access as "hasResearchAccess", is_active as "isActive",
  company_name as "companyName", customer_type as "customerType", customer_segment as "customerSegment", industry,
  land_size::float8 as "landSize", crop_types as "cropTypes", biochar_applications as "biocharApplications",
  lead_score as "leadScore", opening_lifetime_value as "openingLifetimeValue",
  acquisition_source as "acquisitionSource", tags, notes, email_opt_in as "emailOptIn", sms_opt_in as "smsOptIn",
  preferred_contact_method as "preferredContactMethod", sustainability_goals as "sustainabilityGoals",
  carbom_reduction_target::float8 as "carbomReductionTarget", version,
  exists (select from two_factor where user_id = user_account.id and confirmed_at is not null)
    or exists (select from passkey where user_id = user_account.id) as "twoFactor",
  to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt"`;

type UserRow = Omit<StaffUserView, "totalLifetimeValue" | "orderCount" | "paidValue"> & {
  openingLifetimeValue: Pence;
};

/** These users in this order, without those who are erased; their purchases in one query. */
async function describeUsers(em: EntityManager, ids: readonly number[]): Promise<StaffUserView[]> {
  if (ids.length === 0) return [];
  const users = await em.execute<UserRow[]>(
    `select ${userColumns} from user_account
     where id in (${ids.map(() => "?").join(", ")}) and erased_at is null`,
    [...ids],
  );
  const purchases = await purchasesOf(em, ids);
  const byId = new Map(users.map((user) => [user.id, user]));
  return ids.flatMap((id) => {
    const user = byId.get(id);
    if (!user) return [];
    const { openingLifetimeValue, ...shown } = user;
    const { paid, count } = purchases(id);
    return [
      { ...shown, totalLifetimeValue: openingLifetimeValue + paid, paidValue: paid, orderCount: count },
    ];
  });
}
