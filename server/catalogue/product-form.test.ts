import { beforeAll, describe, expect, it } from "vitest";
import type { Context } from "#server/core/context.ts";
import { mediaPictureAt } from "#server/media/media-address.ts";
import { auditEntriesOf } from "#server/testing/audit.ts";
import { asUser, makeProduct, makeUser, testContext } from "#server/testing/factories.ts";
import { makePicture } from "#server/testing/pictures.ts";
import { findStaffProduct } from "./find-staff-products.server.ts";
import { updateProduct } from "./update-product.server.ts";

let context: Context;

beforeAll(async () => {
  const shop = await testContext();
  context = asUser(shop, await makeUser(shop, { role: "administrator" }));
});

function formOf(id: number, changes: Record<string, string | Blob> = {}): FormData {
  const form = new FormData();
  const fields = {
    intent: "products.update",
    id: String(id),
    seenVersion: "1",
    seenStock: "100",
    name: "By plain form",
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

describe("a product's form without JavaScript", () => {
  it("saves the input; a switch that is off is off", async () => {
    const { id } = await makeProduct(context, { isBestseller: true });
    expect(await updateProduct.handleForm(context, formOf(id))).toMatchObject({
      notice: { kind: "success", title: "Product updated" },
    });
    expect(await findStaffProduct(context, id)).toMatchObject({
      name: "By plain form",
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
    await updateProduct.handleForm(context, formOf(id, { picture }));
    const { imageUrl } = await findStaffProduct(context, id);
    expect(mediaPictureAt(imageUrl)).toMatchObject({ width: 80, height: 40 });
  });

  it("comes back with its errors and the input", async () => {
    const { id } = await makeProduct(context);
    const result = await updateProduct.handleForm(context, formOf(id, { price: "cheap", name: "" }));
    expect(result).toMatchObject({
      intent: "products.update",
      status: 400,
      refusal: null,
      result: {
        initialValue: { id: String(id), price: "cheap", stockQuantity: "90" },
        error: { name: ["Name is required"], price: ["Price must be an amount of money, such as 12.50"] },
      },
    });
  });

  it.each([
    [{ picture: new Blob(["<svg/>"]) }, 415, "Only PNG, JPG and WebP pictures can be used."],
    [{ onSale: "on", salePrice: "20" }, 422, /sale price must be below/],
  ])("comes back with %j", async (changes, status, refusal) => {
    const { id } = await makeProduct(context);
    expect(await updateProduct.handleForm(context, formOf(id, changes))).toMatchObject({
      status,
      refusal: expect.stringMatching(refusal),
      result: { initialValue: { name: "By plain form" } },
    });
  });

  it.each([
    ["none of its own", { taxRate: null }],
    ["one of the two", { taxRate: 2000 }],
    ["another one", { taxRate: 1750 }],
  ])("leaves a rate alone that nobody touches: %s", async (_, stored) => {
    const { id } = await makeProduct(context, { ...stored, price: 2499 });
    const taxRate = stored.taxRate === null ? "" : String(stored.taxRate / 10_000);
    await updateProduct.handleForm(context, formOf(id, { price: "25.49", taxRate }));
    expect(await findStaffProduct(context, id)).toMatchObject({ price: 2549, ...stored });
  });

  it("takes a product back to the store's rate, and leaves it alone where the form has no rate", async () => {
    const { id } = await makeProduct(context, { taxRate: 500 });
    const form = formOf(id);
    form.delete("taxRate");
    await updateProduct.handleForm(context, form);
    expect(await findStaffProduct(context, id)).toMatchObject({ taxRate: 500, version: 2 });
    await updateProduct.handleForm(context, formOf(id, { taxRate: "", seenVersion: "2", seenStock: "90" }));
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
    expect(await updateProduct.handleForm(context, form)).toMatchObject({
      notice: { kind: "success", title: "Product updated" },
    });
    expect(await findStaffProduct(context, id)).toMatchObject({ ...stored, version: 1 });
    expect(await auditEntriesOf(context, "products", id)).toEqual([]);
  });

  it("comes back when somebody else was faster", async () => {
    const { id } = await makeProduct(context);
    await updateProduct(context, { id, change: { price: 999 } });
    expect(await updateProduct.handleForm(context, formOf(id))).toMatchObject({ status: 409 });
    expect(await findStaffProduct(context, id)).toMatchObject({ price: 999 });
  });
});
