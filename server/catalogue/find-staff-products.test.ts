import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";
import { Product } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { noteChange, setListening } from "#server/core/topics.ts";
import { asUser, makeProduct, makeUser, testContext } from "#server/testing/factories.ts";
import { scaleRateLimits } from "#server/testing/scale-rate-limits.ts";
import { countProducts, listSoldProducts, listStaffProducts } from "./find-staff-products.server.ts";

const shop = await testContext();
const context = asUser(shop, await makeUser(shop, { role: "administrator", name: "Ada Admin" }));

describe("the catalogue for staff", () => {
  it("is read page by page, each product once, and searched", async () => {
    const category = "Paged";
    for (let number = 0; number < 60; number += 1)
      await makeProduct(context, { category, name: `Paged ${number % 7}` });
    const query = { search: "paged", category };
    const first = await listStaffProducts(context, query);
    const second = await listStaffProducts(context, { ...query, after: first.next ?? undefined });
    expect([first.products.length, second.products.length, second.next]).toEqual([50, 10, null]);
    expect(new Set([...first.products, ...second.products].map(({ id }) => id)).size).toBe(60);
  });

  it.each([
    ["Yq", ["Yqua Grade"]],
    ["gr", ["Yqua Grade"]],
    ["qu", []],
    ["qua", ["Yqua Grade"]],
    ["%", []],
  ])("finds %j inside words from three letters on, else where words begin", async (search, names) => {
    const category = "Searched";
    const [known] = (await listStaffProducts(context, { category })).products;
    if (!known) await makeProduct(context, { category, name: "Yqua Grade", description: "-" });
    const { products } = await listStaffProducts(context, { search, category });
    expect(products.map(({ name }) => name)).toEqual(names);
  });

  it("has what is archived apart from what is sold", async () => {
    const category = "Put away";
    await makeProduct(context, { category, name: "Sold" });
    await makeProduct(context, { category, name: "Archived", archivedAt: new Date() });
    const namesOf = async (archived: "" | "1") =>
      (await listStaffProducts(context, { category, archived })).products.map(({ name }) => name);
    expect([await namesOf(""), await namesOf("1")]).toEqual([["Sold"], ["Archived"]]);
  });

  it("is narrowed to what nobody has weighed and what no price by the bag covers", async () => {
    const category = "Weighed";
    const make = (name: string, pack: object) => makeProduct(context, { category, name, ...pack });
    await make("Never weighed", { grossGrams: null });
    await make("Weighed", { grossGrams: 900 });
    await make("By the bag", { grossGrams: null, handling: "bulk_bag" });
    const { products } = await listStaffProducts(context, { category, unweighed: "1" });
    expect(products.map(({ name }) => name)).toEqual(["Never weighed"]);
  });
});

describe("the products that staff see", () => {
  it("are those of the shop with the rate they are sold at, page by page", async () => {
    await makeProduct(context, { name: "Vatted one", taxRate: null });
    await makeProduct(context, { name: "Vatted two", taxRate: 500, stockQuantity: 0 });
    await makeProduct(context, { name: "Vatted gone", archivedAt: new Date() });
    const { products, next } = await listSoldProducts(context, { search: "vatted" });
    expect(products.map(({ name, taxRate, stockQuantity }) => [name, taxRate, stockQuantity])).toEqual([
      ["Vatted one", 2000, 100],
      ["Vatted two", 500, 0],
    ]);
    expect(next).toBeNull();
    for (let number = 0; number < 50; number += 1) await makeProduct(context);
    const first = await listSoldProducts(context, { search: "" });
    const second = await listSoldProducts(context, { search: "", after: first.next ?? undefined });
    expect(first.products).toHaveLength(50);
    expect(second.products[0]?.name.localeCompare(first.products.at(-1)?.name ?? "")).toBeGreaterThanOrEqual(
      0,
    );
  });
});

it("counts each search of anyone who is not staff, also of a batch, and none of staff's", async () => {
  // Two searches each.
  await scaleRateLimits(2 / 240);
  const clientAddress = randomUUID();
  const search = (who: Context) =>
    Promise.allSettled(
      [1, 2, 3].map(() => listSoldProducts({ ...who, clientAddress, em: who.em.fork() }, { search: "vat" })),
    );
  const refused = (await search(shop)).filter(({ status }) => status === "rejected");
  expect(refused).toMatchObject([{ reason: { code: "rate_limited" } }]);
  expect((await search(context)).every(({ status }) => status === "fulfilled")).toBe(true);
});

afterEach(() => setListening(false));

const counted = () => countProducts(context.em.fork());

it("counts what is on sale, what nobody has weighed of it, and whether a density was measured", async () => {
  const before = await counted();
  const weighed = await makeProduct(context);
  await context.em.fork().nativeUpdate(Product, weighed.id, { grossGrams: 5_200, mixedIntoSoil: true });
  const bag = await makeProduct(context);
  await context.em.fork().nativeUpdate(Product, bag.id, { handling: "bulk_bag" });
  await makeProduct(context);
  expect(await counted()).toEqual({
    onSale: before.onSale + 3,
    unweighed: before.unweighed + 1,
    hasMeasuredDensity: false,
  });
  await context.em.fork().nativeUpdate(Product, weighed.id, { bulkDensity: 210 });
  expect((await counted()).hasMeasuredDensity).toBe(true);
  await context.em.fork().nativeUpdate(Product, weighed.id, { archivedAt: new Date() });
  expect(await counted()).toMatchObject({ onSale: before.onSale + 2, hasMeasuredDensity: false });
});

it("counts once for each version of the catalogue, since counting reads every product", async () => {
  setListening(true);
  noteChange("catalogue");
  const { onSale } = await counted();
  await makeProduct(context);
  const again = await counted();
  noteChange("catalogue");
  expect([again.onSale, (await counted()).onSale]).toEqual([onSale, onSale + 1]);
});
