import { describe, expect, it } from "vitest";
import { mediaPictureAt } from "#server/media/media-address.ts";
import { makeProduct, staffContext } from "#server/testing/factories.ts";
import { makePicture } from "#server/testing/pictures.ts";
import { postForm } from "#server/testing/post-form.ts";
import { auditEntriesOf } from "#server/testing/watch-writes.ts";
import { findStaffProduct } from "./find-staff-products.server.ts";
import { productCommands } from "./product-commands.ts";
import { updateProduct } from "./update-product.server.ts";

const context = await staffContext();

function formOf(id: number, changes: Record<string, string | Blob> = {}): FormData {
  const form = new FormData();
  const fields = {
    id: String(id),
    seenVersion: "1",
    seenStock: "100",
    name: "By its form",
    category: "Testing",
    description: "",
    price: "£12.50",
    salePrice: "",
    stockQuantity: "90",
    taxRate: "0.05",
    imageUrl: "/pictures/wood-vinegar.jpg",
    picture: new File([], ""),
    isNew: "on",
    ...changes,
  };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

const save = (form: FormData) => postForm(context, productCommands.update.name, form);

describe("a product's form", () => {
  it("saves the input; a switch that is off is off", async () => {
    const { id } = await makeProduct(context, { isBestseller: true });
    expect(await save(formOf(id))).toMatchObject({ version: 2, change: { undo: expect.any(Number) } });
    expect(await findStaffProduct(context, id)).toMatchObject({
      name: "By its form",
      price: 1250,
      stockQuantity: 90,
      taxRate: 500,
      imageUrl: "/pictures/wood-vinegar.jpg",
      isNew: true,
      isBestseller: false,
    });
  });

  it("prefers a chosen picture to the typed address", async () => {
    const { id } = await makeProduct(context);
    const picture = new Blob([new Uint8Array(await makePicture({ width: 80, height: 40 }))]);
    await save(formOf(id, { picture }));
    const { imageUrl } = await findStaffProduct(context, id);
    expect(mediaPictureAt(imageUrl)).toMatchObject({ width: 80, height: 40 });
  });

  it("is refused beside each field that is wrong", async () => {
    const { id } = await makeProduct(context);
    await expect(save(formOf(id, { price: "cheap", name: "" }))).toBeRefused("validation_failed", {
      fields: { name: ["Name is required"], price: ["Price must be an amount of money, such as 12.50"] },
    });
  });

  it.each([
    [{ picture: new Blob(["<svg/>"]) }, 415, "imageUrl", "Only PNG, JPG and WebP pictures can be used."],
    [{ onSale: "on", salePrice: "20" }, 422, "salePrice", /sale price must be below/],
  ])("is refused with %j", async (changes, status, field, message) => {
    const { id } = await makeProduct(context);
    await expect(save(formOf(id, changes))).rejects.toMatchObject({
      status,
      message: expect.stringMatching(message),
      fields: { [field]: expect.any(Array) },
    });
  });

  it.each([
    ["none of its own", { taxRate: null }],
    ["one of the two", { taxRate: 2000 }],
    ["another one", { taxRate: 1750 }],
  ])("leaves a rate alone that nobody touches: %s", async (_, stored) => {
    const { id } = await makeProduct(context, { ...stored, price: 2499 });
    const taxRate = stored.taxRate === null ? "" : String(stored.taxRate / 10_000);
    await save(formOf(id, { price: "25.49", taxRate }));
    expect(await findStaffProduct(context, id)).toMatchObject({ price: 2549, ...stored });
  });

  it("takes a product back to the store's rate, and leaves it alone where the form has no rate", async () => {
    const { id } = await makeProduct(context, { taxRate: 500 });
    const form = formOf(id);
    form.delete("taxRate");
    await save(form);
    expect(await findStaffProduct(context, id)).toMatchObject({ taxRate: 500, version: 2 });
    await save(formOf(id, { taxRate: "", seenVersion: "2", seenStock: "90" }));
    expect(await findStaffProduct(context, id)).toMatchObject({ taxRate: null });
  });

  it("writes nothing where nothing was touched, however odd what is stored", async () => {
    const stored = {
      name: "  Odd  name ",
      description: " One\r\ntwo\n",
      price: 199_999_900,
      imageUrl: "http://old.example/a b.jpg",
    };
    const { id } = await makeProduct(context, { ...stored, isNew: true });
    const form = formOf(id, { ...stored, description: " One\ntwo\n", price: "1999999.00", taxRate: "" });
    form.set("stockQuantity", "100");
    expect(await save(form)).toMatchObject({ version: 1, change: null });
    expect(await findStaffProduct(context, id)).toMatchObject({ ...stored, version: 1 });
    expect(await auditEntriesOf(context, "products", id)).toEqual([]);
  });

  it("counts stock from what was seen, also where the count is what is in stock by now", async () => {
    const { id } = await makeProduct(context, { stockQuantity: 10 });
    await context.em.fork().execute("update product set stock_quantity = 7 where id = ?", [id]);
    await save(formOf(id, { seenStock: "10", stockQuantity: "7" }));
    expect(await findStaffProduct(context, id)).toMatchObject({ stockQuantity: 4, version: 2 });
  });

  it("is refused when somebody else was faster", async () => {
    const { id } = await makeProduct(context);
    await updateProduct(context, { id, change: { price: 999 } });
    await expect(save(formOf(id))).toBeRefused("conflict");
    expect(await findStaffProduct(context, id)).toMatchObject({ price: 999 });
  });
});
