import { describe, expect, it } from "vitest";
import { User } from "#db/entities/index.ts";
import { parseCsv } from "#server/core/csv.ts";
import { asUser, makeOrder, makeUser, testContext } from "#server/testing/factories.ts";
import { exportUsers, userCsvHeadings } from "./list-users.server.ts";

const staff = async () => {
  const context = await testContext();
  return asUser(context, await makeUser(context, { role: "shop_manager" }));
};

async function exported(search: string): Promise<string[]> {
  const pieces: string[] = [];
  for await (const piece of await exportUsers(await staff(), { search })) pieces.push(piece);
  return pieces;
}

describe("the users as a CSV file", () => {
  it("holds every field, money in pounds, and nothing that a spreadsheet would run", async () => {
    const context = await testContext();
    const user = await makeUser(context, { name: "Cassie Export" });
    await context.em
      .fork()
      .nativeUpdate(
        User,
        { id: user.id },
        { notes: '=HYPERLINK("http://evil.example")', companyName: "+44 Ltd", openingLifetimeValue: 50 },
      );
    await makeOrder(context, { customer: user });
    const text = (await exported("cassie")).join("");
    expect(text).toContain("\"'=HYPERLINK");
    expect(text).toContain(",'+44 Ltd,");
    const { columns, records } = parseCsv(text);
    expect(columns).toEqual([...userCsvHeadings]);
    expect(records.map(({ cells }) => cells)).toEqual([
      expect.objectContaining({
        id: String(user.id),
        email: user.email,
        isActive: "true",
        totalLifetimeValue: "20.50",
        orderCount: "1",
        notes: '=HYPERLINK("http://evil.example")',
      }),
    ]);
    expect(text).not.toMatch(/argon2|password/i);
  });

  it("is read in batches, every user once", async () => {
    const context = await testContext();
    await context.em.fork().execute(
      `insert into user_account (name, email, username, created_at, updated_at)
       select 'Batched', 'batched-' || n || '@batch.example', 'batched-' || n, '2002-01-01', now()
       from generate_series(1, 525) n`,
    );
    const pieces = await exported("batched");
    expect(pieces).toHaveLength(4);
    const { records } = parseCsv(pieces.join(""));
    expect(new Set(records.map(({ cells }) => cells.username)).size).toBe(525);
    await context.em.fork().execute("delete from user_account where name = 'Batched'");
  });
});
