import { describe, expect, it } from "vitest";
import { makeProduct, staffContext } from "#server/testing/factories.ts";
import { auditEntriesOf } from "#server/testing/watch-writes.ts";
import { findProductBySlug } from "./find-product.server.ts";
import { findStaffProduct } from "./find-staff-products.server.ts";
import { archiveProduct, restoreProduct } from "./write-product.server.ts";

const context = await staffContext({ name: "Ada Admin" });

describe("an archived product", () => {
  it("is gone from the shop, kept in the database, and comes back", async () => {
    const { id, slug } = await makeProduct(context);
    await archiveProduct(context, { id, seenVersion: 1 });
    expect(await findProductBySlug(context, slug)).toBeUndefined();
    const { version, isArchived } = await findStaffProduct(context, id);
    expect(isArchived).toBe(true);
    await expect(restoreProduct(context, { id, seenVersion: 1 })).toBeRefused("conflict");
    await restoreProduct(context, { id, seenVersion: version });
    expect(await findProductBySlug(context, slug)).toMatchObject({ id });
    expect((await auditEntriesOf(context, "products", id)).at(-1)).toMatchObject({
      action: "restored",
      before: { isArchived: true },
    });
  });
});
