import { expect, it } from "vitest";
import { Product } from "#db/entities/index.ts";
import { getOrm } from "#db/orm.server.ts";
import { makeProduct, testContext } from "./factories.ts";
import { watchWrites } from "./watch-writes.ts";

it("counts what is inserted, changed, deleted or taken back, and nothing that is read", async () => {
  const writes = await watchWrites();
  const { id } = await makeProduct(await testContext());
  const em = getOrm().em.fork();
  let seen = await writes();
  expect(seen).toBeGreaterThan(0);
  await em.count(Product);
  await em.nativeUpdate(Product, { id: -1 }, { stockQuantity: 1 });
  expect(await writes()).toBe(seen);
  const steps = [
    () => em.nativeUpdate(Product, { id }, { stockQuantity: 1 }),
    () =>
      em
        .transactional(async (tx) => {
          await tx.nativeUpdate(Product, { id }, { stockQuantity: 2 });
          throw new Error("taken back");
        })
        .catch(() => undefined),
    () => em.nativeDelete(Product, { id }),
  ];
  for (const step of steps) {
    await step();
    const now = await writes();
    expect(now).toBeGreaterThan(seen);
    seen = now;
  }
});
