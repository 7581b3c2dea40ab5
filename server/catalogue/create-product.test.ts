import { describe, expect, it } from "vitest";
import { mediaPictureAt } from "#server/media/media-address.ts";
import { staffContext } from "#server/testing/factories.ts";
import { makePicture } from "#server/testing/pictures.ts";
import { postForm } from "#server/testing/post-form.ts";
import { findProductBySlug } from "./find-product.server.ts";
import { productFormSchema } from "./product.schema.ts";
import { productCommands } from "./product-commands.ts";
import { createProduct } from "./write-product.server.ts";

const context = await staffContext({ name: "Ada Admin" });

const newProduct = (values: Record<string, unknown>) =>
  createProduct(
    context,
    productFormSchema.parse({
      category: "Testing",
      price: "12.50",
      name: "Something new",
      stockQuantity: 0,
      ...values,
    }),
  );

describe("a new product", () => {
  it("stands in the shop at an address made from its name", async () => {
    const { slug } = await newProduct({
      name: "Crème Biochar & Co (20 l)",
      stockQuantity: 3,
      taxRate: "0.05",
    });
    expect(slug).toBe("creme-biochar-co-20-l");
    expect(await findProductBySlug(context, slug)).toMatchObject({
      price: 1250,
      stockQuantity: 3,
      taxRate: 500,
    });
  });

  it("gets an address of its own beside one of the same name, also at the same moment", async () => {
    const made = await Promise.all([1, 2, 3, 4].map(() => newProduct({ name: "Twin" })));
    expect(made.map(({ slug }) => slug).sort()).toEqual(["twin", "twin-2", "twin-3", "twin-4"]);
  });

  it("comes from its form, with a picture", async () => {
    const form = new FormData();
    const picture = new Blob([new Uint8Array(await makePicture({ width: 60, height: 40 }))]);
    for (const [name, value] of Object.entries({
      name: "By form",
      category: "Testing",
      price: "5",
      stockQuantity: "2",
    }))
      form.append(name, value);
    form.append("picture", picture);
    expect(await postForm(context, productCommands.create.name, form)).toMatchObject({ slug: "by-form" });
    const { imageUrl = "" } = (await findProductBySlug(context, "by-form")) ?? {};
    expect(mediaPictureAt(imageUrl)).toMatchObject({ width: 60 });
  });

  it("is refused on sale at more than its price", async () => {
    await expect(newProduct({ onSale: true, salePrice: "12.50" })).toBeRefused("validation_failed", {
      fields: { salePrice: ["The sale price must be below the regular price"] },
    });
    await expect(newProduct({ onSale: true })).rejects.toMatchObject({
      fields: { salePrice: ["Enter a sale price"] },
    });
  });
});
