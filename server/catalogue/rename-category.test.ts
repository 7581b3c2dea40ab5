import { describe, expect, it } from "vitest";
import { asUser, makeProduct, makeUser, testContext } from "#server/testing/factories.ts";
import { renameCategory } from "./change-products.server.ts";
import { findStaffProduct } from "./find-staff-products.server.ts";

const shop = await testContext();
const context = asUser(shop, await makeUser(shop, { role: "administrator", name: "Ada Admin" }));

describe("a category", () => {
  it("is renamed on all its products, archived ones included, and joins another", async () => {
    const one = await makeProduct(context, { category: "Soils" });
    const archived = await makeProduct(context, { category: "Soils", archivedAt: new Date() });
    expect(await renameCategory(context, { from: "Soils", to: "Ground" })).toEqual({ changed: 2 });
    for (const { id } of [one, archived]) {
      expect(await findStaffProduct(context, id)).toMatchObject({ category: "Ground", version: 2 });
    }
    await expect(renameCategory(context, { from: "Soils", to: "Ground" })).toBeRefused("not_found");
  });
});
