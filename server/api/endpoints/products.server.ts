import { z } from "zod";
import { defineEndpoint, idParams, listReply, pagingFields, reply } from "#server/api/endpoint.ts";
import { insistsOn } from "#server/api/middleware.server.ts";
import {
  adminProductSchema,
  productSchema,
  restAdminProduct,
  restProduct,
  restTradeList,
  tradeListSchema,
} from "#server/api/rest-shapes.ts";
import { productChangeExample } from "#server/api/shape-examples.ts";
import { ALL_CATEGORIES, catalogueSorts } from "#server/catalogue/catalogue-query.ts";
import {
  findProductById,
  findProductBySlug,
  findProductForEdit,
  type ProductForEdit,
} from "#server/catalogue/find-product.server.ts";
import { listProducts } from "#server/catalogue/find-products.server.ts";
import { packChangeOf } from "#server/catalogue/pack.schema.ts";
import { putProductSchema } from "#server/catalogue/product.schema.ts";
import { restDocuments, restPictures } from "#server/catalogue/product-media.schema.ts";
import type { ProductChange } from "#server/catalogue/product-state.ts";
import { listTradeLists } from "#server/catalogue/trade-lists.server.ts";
import { updateProduct } from "#server/catalogue/update-product.server.ts";
import { ShopError } from "#server/core/errors.ts";
import { searchField, trimmedText } from "#server/core/fields.ts";
import { shopTopics } from "#server/http/cacheable-address.ts";
import { inOrder, type PriceStep } from "#server/pricing/price-steps.ts";

/** What was looked for where nothing has the text of `search`, percent-encoded: "biochar" for "biocahr". */
const SEARCHED_INSTEAD = "X-Searched-Instead";

/** More than the shop sells: a script without a limit gets the whole catalogue. */
const MOST_PRODUCTS = 1000;

const listQuerySchema = z.strictObject({
  ...pagingFields,
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(MOST_PRODUCTS)
    .default(MOST_PRODUCTS)
    .meta({ description: "How many at most.", examples: [50] }),
  search: searchField.meta({
    description:
      "Found in name, description, family or documents. Where nothing is, its words are looked for with typing errors put right, and X-Searched-Instead says which.",
  }),
  category: trimmedText(100)
    .min(1)
    .default(ALL_CATEGORIES)
    .meta({ description: "One of the products' categories, or all.", examples: ["Soil Improvement"] }),
  sort: z
    .enum(catalogueSorts)
    .default("name-asc")
    .meta({ description: "The order of the list.", examples: ["price-asc"] }),
});

const getProducts = defineEndpoint({
  method: "GET",
  path: "/api/products",
  summary: "The products on sale",
  permission: "products.view",
  query: listQuerySchema,
  caching: "public",
  topics: shopTopics,
  responses: { 200: { description: "Up to `limit` products", schema: z.array(productSchema) } },
  answer: async ({ context, request, query: { limit, cursor, ...query } }) => {
    const { products, instead } = await listProducts(context, {
      ...query,
      limit: limit + 1,
      afterId: cursor,
    });
    const { status, body, headers } = listReply(request, products, limit, restProduct);
    if (instead === undefined) return reply(status, body, headers);
    // Header fields are Latin letters.
    return reply(status, body, { ...headers, [SEARCHED_INSTEAD]: encodeURIComponent(instead) });
  },
});

const getProduct = defineEndpoint({
  method: "GET",
  path: "/api/products/{slug}",
  summary: "One product",
  permission: "products.view",
  params: z.strictObject({
    slug: z
      .string()
      .min(1)
      .max(200)
      .meta({
        description: "The last part of the product's address.",
        examples: ["premium-biochar"],
      }),
  }),
  caching: "public",
  topics: shopTopics,
  responses: { 200: { description: "The product", schema: productSchema } },
  errorCodes: ["not_found"],
  answer: async ({ context, params }) => {
    const product = await findProductBySlug(context, params.slug);
    if (!product) throw new ShopError("not_found", "Product not found");
    return reply(200, restProduct(product));
  },
});

const getAdminProduct = defineEndpoint({
  method: "GET",
  path: "/api/admin/products/{id}",
  summary: "One product with all that is edited of it, archived or not",
  reads: findProductForEdit,
  params: idParams("The product's id.", 1),
  responses: { 200: { description: "The product", schema: adminProductSchema } },
  errorCodes: ["not_found"],
  answer: async ({ context, params: { id } }) =>
    reply(200, restAdminProduct(await findProductForEdit(context, id))),
});

const getTradeLists = defineEndpoint({
  method: "GET",
  path: "/api/admin/trade-lists",
  summary: "The lists of prices that customers carry, by name",
  reads: listTradeLists,
  responses: { 200: { description: "Every list", schema: z.array(tradeListSchema) } },
  answer: async ({ context }) => reply(200, (await listTradeLists(context)).map(restTradeList)),
});

/** A picture of 5 MB as a data URL, with the other fields. */
const PRODUCT_BODY_LIMIT = 8_300_000;

const putWholeProductSchema = putProductSchema.extend({
  pictures: restPictures.optional().meta({
    description: "All its pictures in their order, each an address or a data URL; the first is imageUrl.",
  }),
  documents: restDocuments.optional().meta({
    description:
      "All its documents in their order; url is one of the shop's, or a data URL of a PDF up to 5 MB.",
  }),
});

const putAdminProduct = defineEndpoint({
  method: "PUT",
  path: "/api/admin/products/{id}",
  summary:
    "Changes a product; what is left out stays. A picture may be its whole body. With If-Match, only while nobody has edited it since that ETag",
  command: updateProduct,
  alsoNeeds: ["products.view"],
  params: idParams("The product's id.", 1),
  body: putWholeProductSchema.meta({ examples: [productChangeExample] }),
  bodyLimit: PRODUCT_BODY_LIMIT,
  pictureField: "imageUrl",
  conditional: true,
  responses: { 200: { description: "The product as it is now", schema: productSchema } },
  errorCodes: ["not_found", "conflict"],
  answer: async ({ context, request, params: { id }, body }) => {
    const found = await findProductForEdit(context, id);
    const { pictures, documents, ...fields } = body;
    const [first] = pictures ?? [];
    if (pictures && fields.imageUrl !== undefined && fields.imageUrl !== (first ?? "")) {
      const message = "Send imageUrl or pictures: the first picture is imageUrl";
      throw new ShopError("validation_failed", message, { fields: { imageUrl: [message] } });
    }
    if (pictures) delete fields.imageUrl;
    const { change: stated, isPartial } = changeOf(fields, found.saved.priceSteps);
    const change = insistsOn(request, restProduct(found.product), restAdminProduct(found))
      ? withExpectedState(stated, found.saved)
      : { change: stated, ...(isPartial ? { seenVersion: found.saved.version } : {}) };
    await updateProduct(context, { id, ...change, media: { pictures, documents } });
    return reply(200, restProduct(await findProductById(context, id)));
  },
});

/**
 * The change that a body states. Of everybody's prices by quantity and those of trade lists it may name one alone: the
 * others stay as they were read, so that it is written only while nobody has edited the product since (`isPartial`).
 */
function changeOf(
  body: Omit<z.output<typeof putProductSchema>, "pictures" | "documents">,
  now: readonly PriceStep[],
): { change: ProductChange; isPartial: boolean } {
  const { unitPrice, bulkDensity, footprint, packaging, priceSteps, tradePriceSteps, ...alike } = body;
  const change = { ...alike, ...packChangeOf({ unitPrice, bulkDensity, footprint, packaging }) };
  if (priceSteps === undefined && tradePriceSteps === undefined) return { change, isPartial: false };
  const currentSteps = (isLists: boolean) => now.filter(({ tradeList }) => (tradeList !== null) === isLists);
  const steps = inOrder([...(priceSteps ?? currentSteps(false)), ...(tradePriceSteps ?? currentSteps(true))]);
  const isPartial = priceSteps === undefined || tradePriceSteps === undefined;
  return { change: { ...change, priceSteps: steps }, isPartial };
}

/** A change to what was read: scripts count what can be sold, the shop also counts what open payments hold. */
function withExpectedState(body: ProductChange, saved: ProductForEdit["saved"]) {
  const { version: seenVersion, warehouseQuantity: seenStock, heldQuantity } = saved;
  if (body.stockQuantity === undefined) return { change: body, seenVersion };
  const change = { ...body, stockQuantity: body.stockQuantity + heldQuantity };
  return { change, seenVersion, seenStock };
}

/** The calls about products. */
export const productEndpoints = [getProducts, getProduct, getAdminProduct, putAdminProduct, getTradeLists];
