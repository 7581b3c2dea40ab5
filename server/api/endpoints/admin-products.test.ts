import { describe, expect, it } from "vitest";
import { Product } from "#db/entities/index.ts";
import { adminProductSchema, productSchema } from "#server/api/rest-shapes.ts";
import { MAX_PICTURE_BYTES, mediaPictureAt } from "#server/media/media-address.ts";
import { makeProduct, makeTradeList, makeUser, testContext } from "#server/testing/factories.ts";
import { makePicture } from "#server/testing/pictures.ts";
import { callRest, cookieFor } from "#server/testing/rest-caller.ts";

const cookie = await cookieFor("administrator");

const put = (id: number, json: unknown, headers: Record<string, string> = {}) =>
  callRest("PUT", `/api/admin/products/${id}`, { cookie, json, headers });
const upload = (id: number, bytes: Uint8Array, type: string) =>
  callRest("PUT", `/api/admin/products/${id}`, {
    cookie,
    body: new Blob([new Uint8Array(bytes)]).stream(),
    headers: { "Content-Type": type },
  });
const dataUrl = (bytes: Uint8Array, type = "image/png") =>
  `data:${type};base64,${Buffer.from(bytes).toString("base64")}`;

describe("PUT /api/admin/products/{id}", () => {
  it("changes single facts of a pack, and refuses those that do not go together", async () => {
    const { id } = await makeProduct(await testContext());
    expect((await put(id, { netGrams: 5000, unitPrice: { per: "kg" } })).body).toMatchObject({
      unitPrice: { amount: 4, per: "kg" },
    });
    expect((await put(id, { packMillilitres: 20_000 })).body).toMatchObject({ netGrams: 5000 });
    const refused = await put(id, { netGrams: null });
    expect(refused).toMatchObject({ status: 422, body: { fields: { netGrams: [expect.any(String)] } } });
    expect((await put(id, { netGrams: null, unitPrice: null })).body).toMatchObject({
      netGrams: null,
      unitPrice: null,
      packMillilitres: 20_000,
    });
  });

  it("takes every field of a product, and the shop's list shows it at once", async () => {
    const { id, slug } = await makeProduct(await testContext(), { heldQuantity: 3 });
    const fields = {
      name: "From a script",
      description: "Sieved.",
      price: 24.99,
      salePrice: 19.5,
      onSale: true,
      imageUrl: "https://pictures.example/biochar.jpg",
      stockQuantity: 12,
      isBestseller: true,
      isNew: true,
      taxRate: 0,
      family: "Scripted",
      packLabel: "5 kg",
      netGrams: 5000,
      packMillilitres: 20_000,
      grossGrams: 5200,
      handling: "pallet",
      priceSteps: [{ minQuantity: 10, price: 18.25 }],
    };
    const unseen = {
      bulkDensity: { gramsPerLitre: 250, measuredOn: "2026-11-02" },
      footprint: { lengthMillimetres: 400, widthMillimetres: 300 },
      mixedIntoSoil: true,
      packaging: { paper: 40, wovenPlastic: 310 },
    };
    const { status, body } = await put(id, { ...fields, ...unseen, unitPrice: { amount: 1, per: "kg" } });
    const unitPrice = { amount: 3.9, per: "kg" };
    const media = { pictures: [fields.imageUrl], documents: [], gtin: null };
    expect([status, body]).toEqual([200, { id, slug, category: "Testing", ...fields, unitPrice, ...media }]);
    expect((await callRest("GET", `/api/products/${slug}`)).body).toEqual(body);
    const whole = { ...(body as object), ...unseen, tradePriceSteps: [], isArchived: false };
    expect((await callRest("GET", `/api/admin/products/${id}`, { cookie })).body).toEqual(whole);
  });

  it("leaves what is not sent as it is", async () => {
    const { id } = await makeProduct(await testContext(), { price: 2000, taxRate: 500 });
    const { body } = await put(id, { salePrice: null, price: "21.00" });
    expect(body).toMatchObject({ price: 21, taxRate: 0.05, imageUrl: "/pictures/premium-biochar.jpg" });
  });

  it("leaves the steps of trade lists alone where everybody's are sent, and the other way round", async () => {
    const shop = await testContext();
    const tradeList = await makeTradeList(shop);
    const { id } = await makeProduct(shop);
    const steps = async () => (await shop.em.fork().findOneOrFail(Product, id)).priceSteps;
    await put(id, { tradePriceSteps: [{ tradeList, minQuantity: 1, price: 17.5 }] });
    const { body } = await put(id, { priceSteps: [{ minQuantity: 10, price: 18.25 }] });
    expect(body).toMatchObject({ priceSteps: [{ minQuantity: 10, price: 18.25 }] });
    const both = [
      { minQuantity: 10, price: 1825, tradeList: null },
      { minQuantity: 1, price: 1750, tradeList },
    ];
    expect(await steps()).toEqual(both);
    expect((await callRest("GET", `/api/admin/products/${id}`, { cookie })).body).toMatchObject({
      priceSteps: [{ minQuantity: 10, price: 18.25 }],
      tradePriceSteps: [{ tradeList, minQuantity: 1, price: 17.5 }],
    });
    await put(id, { tradePriceSteps: [] });
    expect(await steps()).toEqual(both.slice(0, 1));
  });

  it("takes a rate of its own away where null is sent for it", async () => {
    const { id } = await makeProduct(await testContext(), { taxRate: 500 });
    expect((await put(id, { price: 21 })).body).toMatchObject({ taxRate: 0.05 });
    expect((await put(id, { taxRate: null })).body).toMatchObject({ taxRate: null });
  });

  it("keeps a picture that comes as a data URL", async () => {
    const { id } = await makeProduct(await testContext());
    const { body } = await put(id, { imageUrl: dataUrl(await makePicture({ width: 90, height: 60 })) });
    expect(mediaPictureAt(productSchema.parse(body).imageUrl)).toMatchObject({ width: 90, height: 60 });
  });

  it("keeps a picture that is the whole body, and nothing else of the product changes", async () => {
    const { id, slug } = await makeProduct(await testContext(), { name: "Pictured" });
    const before = (await callRest("GET", `/api/products/${slug}`)).body as object;
    const { status, body } = await upload(id, await makePicture({ width: 80, height: 50 }), "image/png");
    const { imageUrl } = productSchema.parse(body);
    expect([status, mediaPictureAt(imageUrl)]).toEqual([
      200,
      expect.objectContaining({ width: 80, height: 50 }),
    ]);
    expect(body).toEqual({ ...before, imageUrl, pictures: [imageUrl] });
  });

  it.each([
    ["more than 5 MB", new Uint8Array(MAX_PICTURE_BYTES + 1), "image/png", 413],
    ["SVG that calls itself PNG", Buffer.from("<svg/>"), "image/png", 415],
    ["SVG", Buffer.from("<svg/>"), "image/svg+xml", 415],
    ["empty", new Uint8Array(), "image/png", 415],
  ])("refuses a body that is %s", async (_what, bytes, type, status) => {
    const { id, slug } = await makeProduct(await testContext());
    const before = (await callRest("GET", `/api/products/${slug}`)).body;
    expect((await upload(id, bytes, type)).status).toBe(status);
    expect((await callRest("GET", `/api/products/${slug}`)).body).toEqual(before);
  });

  it.each([
    ["SVG", dataUrl(Buffer.from("<svg/>"), "image/svg+xml"), 415, "unsupported_media_type"],
    ["SVG that calls itself PNG", dataUrl(Buffer.from("<svg/>")), 415, "unsupported_media_type"],
    ["what is not base64", "data:image/png;base64,***", 415, "unsupported_media_type"],
    ["more than 5 MB", dataUrl(new Uint8Array(MAX_PICTURE_BYTES + 1)), 413, "payload_too_large"],
    ["an address that runs as script", "javascript:alert(1)", 422, "validation_failed"],
    ["an address without TLS", "http://pictures.example/a.jpg", 422, "validation_failed"],
  ])("refuses a picture that is %s, with a message at the field", async (_what, imageUrl, status, code) => {
    const { id } = await makeProduct(await testContext());
    const response = await put(id, { imageUrl });
    expect(response.status).toBe(status);
    expect(response.body).toMatchObject({ code, fields: { imageUrl: [expect.any(String)] } });
  });

  it("refuses a sale price that is no reduction", async () => {
    const { id } = await makeProduct(await testContext(), { price: 1000 });
    expect((await put(id, { onSale: true, salePrice: 10 })).body).toMatchObject({
      code: "validation_failed",
      fields: { salePrice: ["The sale price must be below the regular price"] },
    });
    expect((await put(id, { onSale: true })).body).toMatchObject({
      fields: { salePrice: ["Enter a sale price"] },
    });
  });

  it("finds no product of another id", async () => {
    expect((await put(2_000_000_000, { price: 11 })).status).toBe(404);
    expect((await callRest("GET", "/api/admin/products/2000000000", { cookie })).status).toBe(404);
  });

  it("takes back what was read whole, but for what cannot be changed", async () => {
    const { id } = await makeProduct(await testContext(), { netGrams: 5000, unitPriceBasis: "kg" });
    await put(id, { bulkDensity: { gramsPerLitre: 250, measuredOn: "2026-11-02" }, packaging: { wood: 90 } });
    const read = await callRest("GET", `/api/admin/products/${id}`, { cookie });
    const { id: _, slug, category, isArchived, ...fields } = adminProductSchema.parse(read.body);
    expect((await put(id, fields)).status).toBe(200);
    expect((await callRest("GET", `/api/admin/products/${id}`, { cookie })).body).toEqual(read.body);
  });
});

it("GET /api/admin/trade-lists names each list, who carries it and what has a price for it", async () => {
  const shop = await testContext();
  const code = await makeTradeList(shop);
  await makeUser(shop, { tradeList: code });
  await makeProduct(shop, { priceSteps: [{ minQuantity: 1, price: 1750, tradeList: code }] });
  const { status, body } = await callRest("GET", "/api/admin/trade-lists", { cookie });
  const used = { code, name: expect.any(String), customers: 1, products: 1 };
  expect([status, body]).toEqual([200, expect.arrayContaining([used])]);
  expect((await callRest("GET", "/api/admin/trade-lists")).status).toBe(401);
});

describe("pictures and documents over REST", () => {
  const pdf = `data:application/pdf;base64,${Buffer.from("%PDF-1.7 rest").toString("base64")}`;

  it("are sent as lists, addresses and files mixed, and what is left out stays", async () => {
    const { id, slug } = await makeProduct(await testContext());
    const kept = "https://pictures.example/kept.jpg";
    const made = dataUrl(await makePicture({ width: 70, height: 30 }));
    const document = { type: "guide", title: "How to", date: "2026-02-03", url: pdf };
    const { status, body } = await put(id, { pictures: [kept, made], documents: [document] });
    const product = productSchema.parse(body);
    expect([status, product.imageUrl, product.pictures[0]]).toEqual([200, kept, kept]);
    expect(mediaPictureAt(product.pictures[1] ?? "")).toMatchObject({ width: 70 });
    expect(product.documents).toEqual([
      { ...document, url: expect.stringMatching(/^\/documents\/[0-9a-f]{64}\/how-to\.pdf$/) },
    ]);
    const reordered = await put(id, { pictures: product.pictures.toReversed() });
    expect(reordered.body).toMatchObject({ documents: product.documents, imageUrl: product.pictures[1] });
    expect((await callRest("GET", `/api/products/${slug}`)).body).toEqual(reordered.body);
    expect((await put(id, { documents: [] })).body).toMatchObject({ documents: [] });
  });

  it.each([
    [
      "nine pictures",
      { pictures: Array.from({ length: 9 }, (_, n) => `/pictures/${n}.jpg`) },
      422,
      "pictures",
    ],
    ["a first picture that is not imageUrl", { imageUrl: "/pictures/a.jpg", pictures: [] }, 422, "imageUrl"],
    ["a picture that is none", { pictures: [dataUrl(Buffer.from("<svg/>"))] }, 415, "pictures.0"],
    [
      "a document that is no PDF",
      { documents: [{ type: "guide", url: dataUrl(Buffer.from("x")) }] },
      415,
      "documents.0.url",
    ],
    [
      "a document elsewhere",
      { documents: [{ type: "guide", url: "https://a.example/a.pdf" }] },
      422,
      "documents.0.url",
    ],
    ["an unknown type", { documents: [{ type: "poem", url: pdf }] }, 422, "documents.0.type"],
    ["no day", { documents: [{ type: "guide", date: "3 May", url: pdf }] }, 422, "documents.0.date"],
  ])("are refused with %s, at the field", async (_what, json, status, field) => {
    const { id } = await makeProduct(await testContext());
    const response = await put(id, json);
    expect(response.status).toBe(status);
    expect(response.body).toMatchObject({ fields: { [field]: [expect.any(String)] } });
  });
});
