import type { EntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { User } from "#db/entities/index.ts";
import { read } from "#server/access/read.server.ts";
import { purchasesOf, staffFieldsOf, userViewOf } from "#server/accounts/user-views.server.ts";
import type { Context } from "#server/core/context.ts";
import { csvPieces, inBatches } from "#server/core/csv.ts";
import type { CsvCell } from "#server/core/csv-cells.ts";
import { ShopError } from "#server/core/errors.ts";
import { likeAnywhere, likeLiteral } from "#server/core/fields.ts";
import {
  phoneFromItsEnd,
  postcodeInCapitals,
  readPhoneFromItsEnd,
  readPostcode,
} from "#server/core/phone-and-postcode.ts";
import { actorMay } from "#server/core/roles.ts";
import {
  allOf,
  anyOf,
  beyondRow,
  type Condition,
  condition,
  idRow,
  rawRows,
  typedSql,
} from "#server/core/typed-sql.server.ts";
import { penceToDecimal } from "#server/pricing/money.ts";
import type { CustomersQuery, UsersQuery } from "./users-query.ts";

const USERS_PER_PAGE = 25;

/** Must equal the expression of the trigram index user_search_index. */
const searchText = sql`lower(' ' || name || ' ' || email || ' ' || username)`;
/** Trigrams find nothing inside shorter words; for these the search matches beginnings of words. */
const SHORTEST_INSIDE = 3;
const MOST_WORDS = 5;
/** How many users to scan before using the index. */
const NEAR = 2000;

/** Must equal the condition of the partial indexes of users. */
const statusConditions: Record<NonNullable<UsersQuery["status"]>, Condition> = {
  active: condition`is_active`,
  suspended: condition`not is_active`,
  verified: condition`is_verified`,
  unverified: condition`not is_verified`,
  research: condition`has_research_access`,
};

/**
 * One page of the users, newest first. @throws ShopError `unauthenticated`, `forbidden`
 */
export const listUsersPage = read("users.view", async (context: Context, query: UsersQuery) => {
  const { after, before } = query;
  const { actor } = context;
  const foundIds = await findUserIds(context.em, query, USERS_PER_PAGE + 1);
  const ids = foundIds.slice(0, USERS_PER_PAGE);
  const isMore = foundIds.length > USERS_PER_PAGE;
  if (before !== undefined) ids.reverse();
  return {
    users: await describeUsers(context.em, ids),
    /** The ids that the pages beside it end before and begin behind; null where there is none. */
    previous: (before === undefined ? after !== undefined : isMore) ? (ids.at(0) ?? null) : null,
    next: before !== undefined || isMore ? (ids.at(-1) ?? null) : null,
    viewer: actor.kind === "user" ? { id: actor.id, role: actor.role } : null,
  };
});

/**
 * The newest users first, for scripts that walk them; `after` is the id of the last user before the page. @throws
 * ShopError `unauthenticated`, `forbidden`
 */
export const listUsers = read(
  "users.view",
  async (context: Context, query: Omit<UsersQuery, "before">, limit: number): Promise<StaffUserView[]> => {
    return describeUsers(context.em, await findUserIds(context.em, query, limit));
  },
);

/** One user. @throws ShopError `unauthenticated`, `forbidden`, `not_found` */
export const findUser = read("users.view", async (context: Context, id: number): Promise<StaffUserView> => {
  const [user] = await describeUsers(context.em, [id]);
  if (!user) throw new ShopError("not_found", "User not found");
  return user;
});

/** The ids of a list, newest first: one more than a page shows whether there are more. */
async function findUserIds(em: EntityManager, query: UsersQuery, limit: number): Promise<number[]> {
  const order = query.before === undefined ? "desc" : "asc";
  const users = typedSql(em).selectFrom("user_account");
  const rest = users.where(allOf(conditionsOf(query)));
  const matches = matchesOf(query.search);
  const inOrder = rest.orderBy("created_at", order).orderBy("id", order);
  if (!matches) return idsOf(inOrder.select("id").limit(limit));
  // A scan of the list soon meets what many users have; only the index soon finds what few have. The database's
  // estimate is unreliable here, so try the short scan first.
  const met = await idsOf(
    typedSql(em)
      .selectFrom(inOrder.selectAll().limit(NEAR).as("near"))
      .where(matches)
      .select("id")
      .orderBy("created_at", order)
      .orderBy("id", order)
      .limit(limit),
  );
  if (met.length === limit) return met;
  return idsOf(
    typedSql(em)
      .with(
        (cte) => cte("found").materialized(),
        () => rest.where(matches).select(["id", "created_at"]),
      )
      .selectFrom("found")
      .select("id")
      .orderBy("created_at", order)
      .orderBy("id", order)
      .limit(limit),
  );
}

async function idsOf(query: { execute(): Promise<{ id: number }[]> }): Promise<number[]> {
  return (await query.execute()).map(({ id }) => id);
}

function conditionsOf({ role, customerType, status, after, before }: UsersQuery): (Condition | undefined)[] {
  const from = before ?? after;
  const beyond = before === undefined ? "<" : ">";
  return [
    condition`erased_at is null`,
    role ? condition`role = ${role}` : undefined,
    customerType ? condition`customer_type = ${customerType}` : undefined,
    status ? statusConditions[status] : undefined,
    from === undefined
      ? undefined
      : beyondRow(beyond, { table: "user_account", column: "created_at", id: from }),
  ];
}

/** A text is words, and may also be a telephone number or a postcode; undefined for none. */
function matchesOf(text: string): Condition | undefined {
  const conditions = searchConditionsOf(text);
  if (conditions.length === 0) return undefined;
  const phone = readPhoneFromItsEnd(text);
  const postcode = readPostcode(text);
  return anyOf([
    allOf(conditions),
    ...(phone ? [condition`${sql.raw(phoneFromItsEnd("phone"))} like ${`${phone}%`}`] : []),
    ...(postcode ? [condition`${sql.raw(postcodeInCapitals("postcode"))} like ${`${postcode}%`}`] : []),
  ]);
}

/** Every word of the text must match somewhere. */
function searchConditionsOf(text: string): Condition[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean).slice(0, MOST_WORDS);
  return words.map((word) => {
    const pattern = word.length < SHORTEST_INSIDE ? `% ${likeLiteral(word)}%` : likeAnywhere(word);
    return condition`${searchText} like ${pattern}`;
  });
}

/** Of these users those whose sign-in needs more than a password. */
const WITH_SECOND_FACTOR = `select user_id as id from two_factor where confirmed_at is not null and user_id in (?)
  union select user_id from passkey where user_id in (?)`;

/** These users in this order, without erased ones. */
async function describeUsers(em: EntityManager, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const asked = [...ids];
  const found = await em.fork().find(User, { id: { $in: asked }, erasedAt: null });
  const users = new Map(found.map((user) => [user.id, user]));
  const purchases = await purchasesOf(em, ids);
  const proven = new Set((await rawRows(em, idRow, WITH_SECOND_FACTOR, [asked, asked])).map(({ id }) => id));
  return ids
    .flatMap((id) => users.get(id) ?? [])
    .map((user) => {
      const bought = purchases(user.id);
      return {
        ...userViewOf(user, bought),
        ...staffFieldsOf(user),
        /** The code of the list whose prices they pay; null is everybody's prices. */
        tradeList: user.tradeList ?? null,
        /** Signing in needs a code, too. */
        twoFactor: proven.has(user.id),
        /** The sum of their paid orders: the lifetime value without the opening balance. */
        paidValue: bought.paid,
        /** Paid orders, without cancelled ones. */
        orderCount: bought.count,
        /** Counts the changes of the account: an edit names the version it was based on. */
        version: user.version,
      };
    });
}

/** A user as staff see one, including what staff write about them. */
export type StaffUserView = Awaited<ReturnType<typeof describeUsers>>[number];

/**
 * Customers by part of their name, email or username, newest first; `after` is the id of the last customer before the
 * page. @throws ShopError `unauthenticated`, `forbidden`
 */
export const findCustomers = read(
  "customers.view",
  async (context: Context, { search, after }: CustomersQuery, limit: number) => {
    return customersOf(context.em, await findUserIds(context.em, { search, after, role: "customer" }, limit));
  },
);

/**
 * Accounts by part of their name, email or username, by telephone number or postcode, newest first: everybody's for
 * anyone who may see users, else customers' alone. @throws ShopError `unauthenticated`, `forbidden`
 */
export const findPeople = read("customers.view", async (context: Context, search: string, limit: number) => {
  const mayAll = actorMay(context.actor, "users.view");
  const ids = await findUserIds(context.em, { search, ...(mayAll ? {} : { role: "customer" }) }, limit);
  return customersOf(context.em, ids);
});

/** These accounts in this order, with what staff need to know of a customer to sell to them, and no more. */
async function customersOf(em: EntityManager, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const rows = await typedSql(em)
    .selectFrom("user_account")
    .where("id", "in", ids)
    .select([
      "id",
      "name",
      "email",
      "phone",
      "company_name as companyName",
      "address",
      "city",
      "postcode",
      "country",
      "trade_list_code as tradeList",
    ])
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export type CustomerView = Awaited<ReturnType<typeof customersOf>>[number];

/** Read at once: some 80 ms, for which others wait. */
const BATCH = 250;

/**
 * The users of a search, newest first, as a CSV stream: read in batches, so that 200,000 users take as little memory
 * as eight. @throws ShopError `unauthenticated`, `forbidden`
 */
export const exportUsers = read(
  "users.export",
  (context: Context, { search, role, customerType, status }: UsersQuery): AsyncGenerator<string> => {
    const users = inBatches(
      BATCH,
      (after) => listUsers(context, { search, role, customerType, status, after }, BATCH),
      (user) => [...userCsvRow(user), context.settings.currency],
    );
    return csvPieces(userCsvHeadings, users);
  },
);

/** The columns of the users' CSV file: REST's field names, money in the shop's currency. */
const userCsvColumns = [
  "id",
  "name",
  "email",
  "username",
  "phone",
  "address",
  "city",
  "postcode",
  "country",
  "role",
  "isVerified",
  "hasResearchAccess",
  "isActive",
  "companyName",
  "customerType",
  "customerSegment",
  "industry",
  "landSize",
  "cropTypes",
  "biocharApplications",
  "leadScore",
  "totalLifetimeValue",
  "orderCount",
  "acquisitionSource",
  "tags",
  "notes",
  "emailOptIn",
  "smsOptIn",
  "preferredContactMethod",
  "sustainabilityGoals",
  "carbomReductionTarget",
  "createdAt",
] as const satisfies readonly (keyof StaffUserView)[];

/** The same, and the currency of the lifetime value. */
export const userCsvHeadings = [...userCsvColumns, "currency"] as const;

function userCsvRow(user: StaffUserView): CsvCell[] {
  return userCsvColumns.map((name) =>
    name === "totalLifetimeValue" ? penceToDecimal(user.totalLifetimeValue) : user[name],
  );
}
