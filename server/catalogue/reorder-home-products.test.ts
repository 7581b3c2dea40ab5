import { describe, expect, it } from "vitest";
import { Product } from "#db/entities/index.ts";
import { staffContext } from "#server/testing/factories.ts";
import { postForm } from "#server/testing/post-form.ts";
import { auditEntriesOf } from "#server/testing/watch-writes.ts";
import { reorderHomeProducts } from "./change-products.server.ts";
import { findHomeProducts } from "./find-products.server.ts";
import { productCommands } from "./product-commands.ts";

const context = await staffContext({ name: "Ada Admin" });

describe("the home grid", () => {
  it("shows products in the order staff gave them, then by name", async () => {
    const grid = await findHomeProducts(context);
    const masks = await context.em.fork().findOneOrFail(Product, { slug: "biochar-masks" });
    const seenIds = grid.map(({ id }) => id);
    const [first = 0, second = 0] = seenIds;
    const numbered = (list: string, ids: number[]) =>
      Object.fromEntries(ids.map((id, index) => [`${list}[${index}]`, String(id)]));
    const form = { ...numbered("ids", [masks.id, second]), ...numbered("seenIds", seenIds) };
    await postForm(context, productCommands.reorderHome.name, form);
    const after = await findHomeProducts(context);
    expect(after.map(({ id }) => id).slice(0, 3)).toEqual([masks.id, second, first]);
    await expect(reorderHomeProducts(context, { ids: [first], seenIds })).toBeRefused("conflict");
    expect((await auditEntriesOf(context, "products", "home-grid")).at(-1)).toMatchObject({
      action: "home grid reordered",
    });
  });
});
