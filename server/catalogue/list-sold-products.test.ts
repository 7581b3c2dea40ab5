import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { closeRateLimiters } from "#server/access/rate-limit.server.ts";
import type { Context } from "#server/core/context.ts";
import { asUser, makeProduct, makeUser, testContext } from "#server/testing/factories.ts";
import { listSoldProducts } from "./find-staff-products.server.ts";

const shop = await testContext();
const context = asUser(shop, await makeUser(shop, { role: "administrator", name: "Ada Admin" }));

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
  const factor = process.env.RATE_LIMIT_FACTOR;
  // Two searches each.
  process.env.RATE_LIMIT_FACTOR = String(2 / 240);
  await closeRateLimiters();
  try {
    const [shop, clientAddress] = [await testContext(), randomUUID()];
    const search = (who: Context) =>
      Promise.allSettled(
        [1, 2, 3].map(() =>
          listSoldProducts({ ...who, clientAddress, em: who.em.fork() }, { search: "vat" }),
        ),
      );
    const refused = (await search(shop)).filter(({ status }) => status === "rejected");
    expect(refused).toMatchObject([{ reason: { code: "rate_limited" } }]);
    expect((await search(context)).every(({ status }) => status === "fulfilled")).toBe(true);
  } finally {
    if (factor === undefined) delete process.env.RATE_LIMIT_FACTOR;
    else process.env.RATE_LIMIT_FACTOR = factor;
    await closeRateLimiters();
  }
});
