import { describe, expect, it } from "vitest";
import type { User } from "#db/entities/index.ts";
import { asUser, makeProduct, makeUser, testContext } from "#server/testing/factories.ts";
import { findStaffProduct } from "./find-staff-products.server.ts";
import { productFormSchema } from "./product.schema.ts";
import { importProducts } from "./product-file.server.ts";
import { updateProduct } from "./update-product.server.ts";

const made = await testContext();
const staff: User = await makeUser(made, { role: "administrator" });
const context = asUser(made, staff);

const typed = (gtin: string) =>
  productFormSchema.safeParse({ name: "Char", category: "Biochar", price: "5", stockQuantity: 1, gtin });

describe("the GTIN of a product", () => {
  it.each([
    ["", null],
    [" 9506-0001 34352 ", "9506000134352"],
  ])("typed as %j is kept as %j", (text, kept) => {
    expect(typed(text)).toMatchObject({ success: true, data: { gtin: kept } });
  });

  it("with a wrong check digit is refused beside its field", () => {
    expect(typed("9506000134353").error?.issues).toMatchObject([{ path: ["gtin"] }]);
  });

  it("is no other product's, however many noughts it begins with", async () => {
    const holder = await makeProduct(context, { name: "Holder" });
    const other = await makeProduct(context);
    await updateProduct(context, { id: holder.id, change: { gtin: "4006381333931" } });
    // Its own, written in another length.
    await updateProduct(context, { id: holder.id, change: { gtin: "04006381333931" } });
    await expect(updateProduct(context, { id: other.id, change: { gtin: "4006381333931" } })).toBeRefused(
      "validation_failed",
      { fields: { gtin: ['"Holder" has this GTIN'] } },
    );
  });

  it("is written down when it changes", async () => {
    const { id } = await makeProduct(context);
    const { change } = await updateProduct(context, { id, change: { gtin: "96385074" } });
    expect(change).toMatchObject({ text: "Gtin nothing → 96385074" });
  });
});

describe("the column gtin of the product file", () => {
  it("sets and empties it, and refuses a mistyped one", async () => {
    const { id, slug } = await makeProduct(context);
    await importProducts(context, `slug,gtin\n${slug},036000291452`);
    expect(await findStaffProduct(context, id)).toMatchObject({ gtin: "036000291452" });
    const { errors } = await importProducts(context, `slug,gtin\n${slug},036000291453`);
    expect(errors[0]?.messages[0]).toContain("its last one would be 2");
    await importProducts(context, `slug,gtin\n${slug},`);
    expect(await findStaffProduct(context, id)).toMatchObject({ gtin: null });
  });

  it("gives one number to one product", async () => {
    const [one, two] = [await makeProduct(context), await makeProduct(context, { name: "Second" })];
    const twice = await importProducts(
      context,
      `slug,gtin\n${one.slug},9780306406157\n${two.slug},9780306406157`,
    );
    expect(twice.errors).toMatchObject([{ line: 3, name: "Second" }]);
    await importProducts(context, `slug,gtin\n${one.slug},9780306406157`);
    const taken = await importProducts(context, `slug,gtin\n${two.slug},09780306406157`);
    expect(taken.errorCount).toBe(1);
  });
});
