import { describe, expect, it } from "vitest";
import { User } from "#db/entities/index.ts";
import { asUser, makeOrder, makeUser, testContext } from "#server/testing/factories.ts";
import { findUser, listUsers, listUsersPage } from "./list-users.server.ts";
import { type UsersQuery, userList } from "./users-query.ts";

const context = await testContext();
const staff = asUser(context, await makeUser(context, { role: "administrator", name: "Una Usher" }));

const names = async (query: Partial<UsersQuery>) =>
  (await listUsersPage(staff, { search: "", ...query })).users.map(({ name }) => name);

/** People of this test alone, found by a word that nobody else has. */
async function people(word: string, ...changes: Partial<User>[]): Promise<User[]> {
  const context = await testContext();
  const made: User[] = [];
  for (const [index, change] of changes.entries()) {
    const user = await makeUser(context, { name: `${word} ${index}` });
    const createdAt = new Date(Date.UTC(2030, 0, 1, 0, index));
    await context.em.fork().nativeUpdate(User, { id: user.id }, { createdAt, ...change });
    made.push(user);
  }
  return made;
}

describe("searching users", () => {
  it("finds by part of the name, the email or the username, without regard to case", async () => {
    await people("Sought", { email: "find.me@orchard.example", username: "pear_tree" });
    for (const search of ["sought", "OUGHT 0", "me@orchard", "PEAR_t", "orchard sought"]) {
      expect(await names({ search }), search).toEqual(["Sought 0"]);
    }
    for (const search of ["pear%tree", "orchard nobody", "\\"]) expect(await names({ search })).toEqual([]);
  });

  it("finds by telephone number and by postcode in any spelling", async () => {
    await people("Caller", { phone: "+44 7700 900674", postcode: "wr14 3aa" });
    for (const search of ["07700 900674", "900674", "+44 7700 900674", "WR14", "WR14 3AA", "wr143aa"]) {
      expect(await names({ search }), search).toEqual(["Caller 0"]);
    }
    for (const search of ["900675", "WR15"]) expect(await names({ search }), search).toEqual([]);
  });

  it("looks for a text of one or two letters where words begin", async () => {
    await people("Xq", { email: "a-zj@example.com" });
    expect(await names({ search: "xq" })).toEqual(["Xq 0"]);
    expect(await names({ search: "zj" })).toEqual([]);
  });

  it("goes on to the index when the newest users are others", async () => {
    const context = await testContext();
    await people("Longago", { createdAt: new Date("2001-01-01T00:00:00Z") });
    await context.em.fork().execute(
      `insert into user_account (name, email, username, created_at, updated_at)
       select 'Crowd', 'crowd-' || n || '@crowd.example', 'crowd-' || n, '2002-01-01', now()
       from generate_series(1, 2500) n`,
    );
    expect(await names({ search: "longago" })).toEqual(["Longago 0"]);
    await context.em.fork().execute("delete from user_account where name = 'Crowd'");
  });
});

describe("filtering users", () => {
  it("narrows to role, customer type and status, all at once", async () => {
    await people(
      "Filter",
      { role: "shop_manager" },
      { customerType: "ngo" },
      { isActive: false },
      { isVerified: false },
      { hasResearchAccess: true },
      { customerType: "ngo", isActive: false },
    );
    const found = (query: Partial<UsersQuery>) => names({ search: "filter", ...query });
    expect(await found({ role: "shop_manager" })).toEqual(["Filter 0"]);
    expect(await found({ customerType: "ngo" })).toEqual(["Filter 5", "Filter 1"]);
    expect(await found({ status: "suspended" })).toEqual(["Filter 5", "Filter 2"]);
    expect(await found({ status: "active", customerType: "ngo" })).toEqual(["Filter 1"]);
    expect(await found({ status: "unverified" })).toEqual(["Filter 3"]);
    expect(await found({ status: "research" })).toEqual(["Filter 4"]);
    expect((await found({ status: "verified" })).length).toBe(5);
    expect(await found({ customerType: "ngo", status: "suspended", role: "administrator" })).toEqual([]);
  });

  it("leaves erased accounts out", async () => {
    await people("Erased", { erasedAt: new Date() });
    expect(await names({ search: "erased 0" })).toEqual([]);
  });
});

describe("paging", () => {
  it("walks forwards and back, each user once, also those of one moment", async () => {
    const at = { createdAt: new Date("2029-05-05T00:00:00Z") };
    const made = await people("Paged", ...Array.from({ length: 60 }, () => at));
    const newestFirst = made.map(({ id }) => id).reverse();
    const page = (query: Partial<UsersQuery>) => listUsersPage(staff, { search: "paged", ...query });
    const ids = (shown: Awaited<ReturnType<typeof page>>) => shown.users.map(({ id }) => id);
    const first = await page({});
    const second = await page({ after: ids(first).at(-1) });
    const third = await page({ after: ids(second).at(-1) });
    expect([...ids(first), ...ids(second), ...ids(third)]).toEqual(newestFirst);
    expect([first, second, third].map(({ previous, next }) => [previous, next])).toEqual([
      [null, ids(first).at(-1)],
      [ids(second)[0], ids(second).at(-1)],
      [ids(third)[0], null],
    ]);
    const back = await page({ before: ids(third)[0] });
    expect(ids(back)).toEqual(ids(second));
    expect([back.previous, back.next]).toEqual([second.previous, second.next]);
    const start = await page({ before: ids(second)[0] });
    expect(ids(start)).toEqual(ids(first));
    expect([start.previous, start.next]).toEqual([null, first.next]);
    expect(
      (await listUsers(staff, { search: "paged", after: ids(first)[0] }, 3)).map(({ id }) => id),
    ).toEqual(newestFirst.slice(1, 4));
  });
});

describe("what a user's view contains", () => {
  it("adds paid orders to the opening balance, cancelled ones left out", async () => {
    const context = await testContext();
    const [user] = await people("Valued", { openingLifetimeValue: 500, notes: "Kind." });
    if (!user) throw new Error("no user");
    expect(await findUser(staff, user.id)).toMatchObject({ totalLifetimeValue: 500, orderCount: 0 });
    const paid = await makeOrder(context, { customer: user });
    await makeOrder(context, { customer: user, status: "cancelled" });
    expect(await findUser(staff, user.id)).toMatchObject({
      totalLifetimeValue: 500 + paid.totalAmount,
      orderCount: 1,
      notes: "Kind.",
    });
  });

  it("never is the password hash", async () => {
    const context = await testContext();
    const user = await makeUser(context, { password: "secret" });
    expect(JSON.stringify(await findUser(staff, user.id))).not.toMatch(/argon2|password/i);
  });

  it("is not found where there is none", async () => {
    await expect(findUser(staff, 2_000_000_000)).toBeRefused("not_found");
  });
});

describe("the query in an address", () => {
  it("is read, and what is not understood is left out", () => {
    const params = new URLSearchParams(
      "search=+ann+&role=customer&customerType=ngo&status=suspended&after=7",
    );
    expect(userList.read(params)).toEqual({
      search: "ann",
      role: "customer",
      customerType: "ngo",
      status: "suspended",
      after: 7,
      before: undefined,
    });
    expect(userList.read(new URLSearchParams("role=king&status=&after=-1&before=x"))).toMatchObject({
      search: "",
      role: undefined,
      status: undefined,
      after: undefined,
      before: undefined,
    });
  });
});
