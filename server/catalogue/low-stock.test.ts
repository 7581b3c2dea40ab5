import { describe, expect, it } from "vitest";
import { asUser, makeProduct, makeUser, staffContext, withSettings } from "#server/testing/factories.ts";
import { findMails, waitingJobs } from "#server/testing/mailed.ts";
import { changeProducts } from "./change-products.server.ts";
import { listSoldProducts } from "./find-staff-products.server.ts";
import { findLowStock } from "./low-stock.server.ts";
import { importProducts } from "./product-file.server.ts";
import { tellOfLowStock } from "./stock-alerts.server.ts";
import { updateProduct } from "./update-product.server.ts";

const staff = await staffContext({ name: "Ada Admin" });

/** Runs the jobs that wait, and returns the mails about scarce products that name this one. */
async function mailsOf(name: string): Promise<string[]> {
  for (const job of await waitingJobs(staff, "tell-of-low-stock")) await tellOfLowStock(staff, job);
  await staff.em
    .fork()
    .execute("select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker._private_jobs");
  const mails = await findMails(staff, { template: "low-stock" });
  return mails.filter(({ text }) => text.includes(name)).map(({ subject }) => subject);
}

describe("a product that staff bring down to the low-stock threshold", () => {
  it("is told of once for each crossing, and not again on the way further down", async () => {
    const { id, name } = await makeProduct(staff, { name: "Crossing char", stockQuantity: 20 });
    await updateProduct(staff, { id, change: { stockQuantity: 6 } });
    expect(await mailsOf(name)).toEqual([]);
    await updateProduct(staff, { id, change: { stockQuantity: 5 } });
    expect(await mailsOf(name)).toEqual(["Crossing char is running low"]);
    await updateProduct(staff, { id, change: { stockQuantity: 2 } });
    expect(await mailsOf(name)).toHaveLength(1);
    await updateProduct(staff, { id, change: { stockQuantity: 50 } });
    expect(await mailsOf(name)).toHaveLength(1);
    await updateProduct(staff, { id, change: { stockQuantity: 0 } });
    expect(await mailsOf(name)).toHaveLength(2);
  });

  it("is told of together with others that one change brings down", async () => {
    const [first, second] = [
      await makeProduct(staff, { name: "Bulk char one", stockQuantity: 20 }),
      await makeProduct(staff, { name: "Bulk char two", stockQuantity: 30 }),
    ];
    const products = [first, second].map(({ id, version, stockQuantity }) => ({
      id,
      seenVersion: version,
      seenStock: stockQuantity,
    }));
    await changeProducts(staff, { products, price: { kind: "none" }, stock: { kind: "set", value: 3 } });
    expect(await mailsOf("Bulk char one")).toEqual(["2 products are running low"]);
    expect(await mailsOf("Bulk char two")).toEqual(["2 products are running low"]);
  });

  it("is told of after an import", async () => {
    const product = await makeProduct(staff, { name: "Imported char", stockQuantity: 9 });
    await importProducts(staff, `slug,stockQuantity\n${product.slug},1\n`);
    expect(await mailsOf("Imported char")).toEqual(["Imported char is running low"]);
  });

  it("is not told of once somebody has put it right again", async () => {
    const { id, name } = await makeProduct(staff, { name: "Miscounted char", stockQuantity: 20 });
    await updateProduct(staff, { id, change: { stockQuantity: 2 } });
    await updateProduct(staff, { id, change: { stockQuantity: 20 } });
    expect(await mailsOf(name)).toEqual([]);
  });

  it("is not told of while stock is not managed", async () => {
    const { id, name } = await makeProduct(staff, { name: "Uncounted char", stockQuantity: 20 });
    await updateProduct(withSettings(staff, { stockManagement: false }), {
      id,
      change: { stockQuantity: 1 },
    });
    expect(await mailsOf(name)).toEqual([]);
  });
});

describe("the dashboard", () => {
  it("names the scarcest products on sale, and counts them all", async () => {
    await staff.em.fork().execute("update product set stock_quantity = 100");
    const soldOut = await makeProduct(staff, { name: "Sold out char", stockQuantity: 0 });
    await makeProduct(staff, { name: "Put away char", stockQuantity: 0, archivedAt: new Date() });
    for (let left = 1; left <= 6; left += 1) await makeProduct(staff, { stockQuantity: left });
    const low = await findLowStock(staff);
    expect(low.count).toBe(6);
    expect(low.products.map(({ left }) => left)).toEqual([0, 1, 2, 3, 4]);
    expect(low.products[0]).toEqual({ id: soldOut.id, name: "Sold out char", left: 0 });
  });

  it("names none while stock is not managed, and is not read by packers", async () => {
    expect(await findLowStock(withSettings(staff, { stockManagement: false }))).toEqual({
      count: 0,
      products: [],
    });
    const packer = asUser(staff, await makeUser(staff, { role: "packer" }));
    await expect(findLowStock(packer)).toBeRefused("forbidden");
  });
});

it("the list of what runs low holds what is counted", async () => {
  const { count } = await findLowStock(staff);
  const { products } = await listSoldProducts(staff, { stock: "low" });
  expect(products).toHaveLength(count);
  expect(
    (await listSoldProducts(withSettings(staff, { stockManagement: false }), { stock: "low" })).products,
  ).toEqual([]);
});
