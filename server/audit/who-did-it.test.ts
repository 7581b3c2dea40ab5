import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { AuditEntry, OrderEvent } from "#db/entities/index.ts";
import type { Actor } from "#server/core/context.ts";
import { addOrderEvent } from "#server/orders/move-order.server.ts";
import { asUser, makeOrder, makeUser, testContext } from "#server/testing/factories.ts";
import { recordChange } from "./changes.server.ts";

const shop = await testContext();

const root = `${import.meta.dirname}/../..`;

/** What writes rows of an entity or its table, tests and migrations apart. */
function writersOf(entity: string, table: string): string[] {
  const writing = new RegExp(
    `(create|insert|insertMany|upsert)\\(\\s*${entity}\\b|insert into "?${table}\\b`,
  );
  return globSync("{app,server}/**/*.ts", { cwd: root })
    .filter((file) => !file.includes(".test.") && !file.startsWith("server/testing/"))
    .filter((file) => writing.test(readFileSync(`${root}/${file}`, "utf8")))
    .sort();
}

it("a line of a timeline is made by orderEventOf alone, an entry of the audit by recordChange", () => {
  const advice = "write it with addOrderEvent or recordChange: they know who did it";
  expect(writersOf("OrderEvent", "order_event"), advice).toEqual([
    // Below the orders, which it may not import: takes the actor's name as `orderEventOf` does.
    "server/batches/recall-batch.server.ts",
    "server/orders/move-order.server.ts",
    // With the order itself, from rows that `orderEventOf` has made.
    "server/orders/write-order.server.ts",
  ]);
  expect(writersOf("AuditEntry", "audit_entry"), advice).toEqual([
    // Before there is a request: by name.
    "server/accounts/demo-accounts.server.ts",
    "server/audit/changes.server.ts",
  ]);
});

it.each<[string, (user: Actor) => Actor, string]>([
  ["staff", (user) => user, "Ada Admin"],
  ["a script", () => ({ kind: "api-key", id: 1, name: "Till", permissions: [] }), "API key Till"],
  ["a job or a webhook", () => ({ kind: "system" }), "The shop"],
  ["somebody who is not signed in", () => ({ kind: "visitor" }), "A visitor"],
])("both bear the name of %s", async (_who, actorOf, name) => {
  const { actor } = asUser(shop, await makeUser(shop, { name: "Ada Admin", role: "administrator" }));
  const context = { ...shop, actor: actorOf(actor) };
  const order = await makeOrder(shop);
  const em = shop.em.fork();
  await em.transactional(async (inside) => {
    addOrderEvent(inside, context, { order: order.id, kind: "status", message: "Seen" });
    await recordChange(inside, context, {
      area: "orders",
      action: "seen",
      subjectId: order.id,
      subjectName: order.invoiceNumber,
      before: { seen: false },
      after: { seen: true },
    });
  });
  const fresh = shop.em.fork();
  const event = await fresh.findOneOrFail(OrderEvent, { order: order.id, message: "Seen" });
  const entry = await fresh.findOneOrFail(AuditEntry, { subjectId: String(order.id), action: "seen" });
  expect([event.actorName, entry.actorName]).toEqual([name, name]);
});
