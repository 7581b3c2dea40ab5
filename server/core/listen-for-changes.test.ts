import pg from "pg";
import { afterEach, expect, it, onTestFinished } from "vitest";
import { findProductBySlug } from "#server/catalogue/find-product.server.ts";
import { findProducts } from "#server/catalogue/find-products.server.ts";
import { updateProduct } from "#server/catalogue/update-product.server.ts";
import { cachedSettings } from "#server/settings/read-settings.server.ts";
import { saveSettings } from "#server/settings/save-settings.server.ts";
import { makeProduct, testContext } from "#server/testing/factories.ts";
import { statementsOf } from "#server/testing/watch-writes.ts";
import { listenForChanges } from "./listen-for-changes.server.ts";
import { versionOf } from "./topics.ts";

const PATIENCE = { timeout: 30_000 };
const url = () => process.env.DATABASE_URL ?? "";
let stop: (() => Promise<void>) | undefined;

afterEach(async () => {
  await stop?.();
  stop = undefined;
});

async function startListening(): Promise<void> {
  stop = listenForChanges(url());
  await expect.poll(() => versionOf("settings"), PATIENCE).toBeTypeOf("number");
}

/** Another instance of the shop, or a person at psql: this process only receives what it changes. */
async function another(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url() });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

it("shows a saved price and saved settings to the next reader of the same process, without waiting", async () => {
  const context = await testContext({ actor: { kind: "system" } });
  const { id, slug, version } = await makeProduct(context, { price: 1000 });
  await startListening();
  const price = async () => (await findProductBySlug(context, slug))?.price;
  expect(await price()).toBe(1000);
  await updateProduct(context, { id, change: { price: 1100 }, seenVersion: version });
  expect(await price()).toBe(1100);

  const { tabSaves } = await cachedSettings(context.em.fork());
  await saveSettings(context, {
    tab: "General",
    seenVersion: tabSaves.General?.version ?? 0,
    values: { storeName: "Heard at once" },
  });
  expect((await cachedSettings(context.em.fork())).storeName).toBe("Heard at once");
});

it("hears what another instance changed once that is committed, and not before", async () => {
  const context = await testContext();
  const { id, slug } = await makeProduct(context, { price: 1000 });
  await startListening();
  const price = async () => (await findProductBySlug(context, slug))?.price;
  expect(await price()).toBe(1000);
  const client = await another();
  await client.query("begin");
  await client.query("update product set price = 1200 where id = $1", [id]);
  expect(await price()).toBe(1000);
  await client.query("commit");
  await expect.poll(price, PATIENCE).toBe(1200);
});

it("keeps nothing while its connection is lost, and hears again by itself", async () => {
  const context = await testContext();
  const { id, slug } = await makeProduct(context, { price: 1000 });
  await startListening();
  const price = async () => (await findProductBySlug(context, slug))?.price;
  expect(await price()).toBe(1000);
  const client = await another();
  // What changes while nobody listens.
  const before = versionOf("catalogue") ?? 0;
  await client.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'select pg_notify%'",
  );
  await expect.poll(() => versionOf("catalogue") ?? 0, PATIENCE).not.toBe(before);
  await client.query("update product set price = 1300 where id = $1", [id]);
  await expect.poll(price, PATIENCE).toBe(1300);
  await expect.poll(() => versionOf("catalogue") ?? 0, PATIENCE).toBeGreaterThan(before);
});

it("knows how many products there are while orders move stock, and shows what is left", async () => {
  const context = await testContext();
  const { id, slug } = await makeProduct(context, { stockQuantity: 7, category: "Counted" });
  await startListening();
  const query = { search: "", category: "Counted", sort: "name-asc", page: 1 } as const;
  const left = async () => (await findProducts(context, query)).products[0]?.stockQuantity;
  const statements = await statementsOf(async () => {
    expect(await left()).toBe(7);
    const client = await another();
    await client.query("update product set stock_quantity = stock_quantity - 1 where id = $1", [id]);
    await expect.poll(left, PATIENCE).toBe(6);
  });
  expect(statements.filter((statement) => statement.includes("count("))).toHaveLength(1);
  expect((await findProductBySlug(context, slug))?.stockQuantity).toBe(6);
});

it("tells of every table that is kept, and of no others", async () => {
  const client = await another();
  await client.query("listen shop_changed");
  const heard: (string | undefined)[] = [];
  client.on("notification", ({ payload }) => heard.push(payload));
  for (const change of [
    "update store_setting set version = version",
    "update product set price = price",
    "update product set version = version, stock_quantity = stock_quantity",
    "update product set held_quantity = held_quantity",
    "update blog_post set title = title",
    "update faq_entry set question = question",
    "update customer_order set status = status",
    "update customer_order set customer_name = customer_name",
    "update refund set amount = amount",
    "update failed_order set resolved_at = resolved_at",
    "update enquiry set note = note",
    "update cart set updated_at = updated_at",
  ]) {
    await client.query(`${change} where false`);
  }
  const expectedTopics = [
    "settings",
    "catalogue",
    "stock",
    "stock",
    "content",
    "content",
    "orders",
    "orders",
    "failed-orders",
    "enquiries",
  ];
  await expect.poll(() => heard, PATIENCE).toEqual(expectedTopics);
});
