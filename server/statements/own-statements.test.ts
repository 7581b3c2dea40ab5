import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { saveClaims } from "#server/batches/change-batch.server.ts";
import { fixedClock } from "#server/core/context.ts";
import { makeStatement, runStatementJobs, send } from "#server/testing/batches.ts";
import { asUser, makeOrder, makeUser, testContext } from "#server/testing/factories.ts";
import { exportOwnCarbon, findOwnCarbon } from "./find-statement.server.ts";
import { updateStatement } from "./update-statement.server.ts";

const context = await testContext({ clock: fixedClock("2026-11-24T10:00:00Z") });
const customer = await makeUser(context);
const theirs = asUser(context, customer);

it("adds up a person's own statements by year and by whose they are to claim, and nobody else's", async () => {
  expect(await findOwnCarbon(theirs)).toEqual([]);
  const first = await makeStatement(context, { customer });
  const second = await makeStatement(context, { customer });
  await makeStatement(context);
  const manager = asUser(context, await makeUser(context, { role: "shop_manager" }));
  const claims = {
    creditStatus: "issued" as const,
    creditsIssuedTo: "Registry",
    transportGramsPerKilogram: null,
  };
  await saveClaims(manager, { batchId: second.batch.id, seenVersion: 1, ...claims });
  const again = await makeOrder(context, { customer, lines: [{ product: first.product, quantity: 1 }] });
  await send(context, again);
  await runStatementJobs(context);
  // It left in another year.
  await context.em.fork().execute(
    `update batch_allocation set created_at = '2025-03-04T12:00:00Z'
      where order_line_id in (select id from order_line where order_id = ?)`,
    [again.id],
  );
  await updateStatement(context, { orderId: again.id });
  const years = await findOwnCarbon(theirs);
  expect(years.find(({ year }) => year === 2025)).toEqual({
    ...{ year: 2025, gramsStored: 9_386, grams: 5_000 },
    byClaim: { issued: 0, not_issued: 9_386, not_assessed: 0 },
    orders: [{ invoiceNumber: again.invoiceNumber, leftOn: "2025-03-04", gramsStored: 9_386 }],
  });
  const others = years.filter(({ year }) => year !== 2025);
  expect(others).toMatchObject([
    { gramsStored: 37_546, byClaim: { issued: 18_773, not_issued: 18_773 }, grams: 20_000 },
  ]);
});

it("is a CSV file with a row for each measured line, of one year where it is named", async () => {
  const fileOf = async (year?: number) => text(Readable.from(await exportOwnCarbon(theirs, year)));
  const all = await fileOf();
  expect(all.trim().split("\r\n")).toHaveLength(4);
  expect(all).toContain("No credits were issued for this batch");
  expect((await fileOf(2025)).trim().split("\r\n")).toHaveLength(2);
  expect((await fileOf(2001)).trim().split("\r\n")).toHaveLength(1);
});

it("is for anyone who is signed in alone", async () => {
  await expect(findOwnCarbon(context)).rejects.toMatchObject({
    code: expect.stringMatching(/unauth|forbid/),
  });
  await expect(exportOwnCarbon(context)).rejects.toMatchObject({
    code: expect.stringMatching(/unauth|forbid/),
  });
});
