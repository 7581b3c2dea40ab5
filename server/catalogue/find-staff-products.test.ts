import { describe, expect, it } from "vitest";
import { asUser, makeProduct, makeUser, testContext } from "#server/testing/factories.ts";
import { listStaffProducts } from "./find-staff-products.server.ts";

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
