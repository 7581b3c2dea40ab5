import { z } from "zod";
import { ALL_CATEGORIES, catalogueSorts } from "#server/catalogue/catalogue-query.ts";
import { findProductBySlug } from "#server/catalogue/find-product.server.ts";
import { listProducts } from "#server/catalogue/list-products.server.ts";
import { ShopError } from "#server/core/errors.ts";
import { defineEndpoint, reply } from "#server/rest/endpoint.ts";
import { pageOf, pagingFields } from "#server/rest/paging.ts";
import { productSchema, restProduct } from "#server/rest/rest-shapes.ts";

const listQuerySchema = z.strictObject({
  ...pagingFields,
  search: z.string().trim().max(100).default("").meta({ description: "Found in name or description." }),
  category: z.string().trim().min(1).max(100).default(ALL_CATEGORIES),
  sort: z.enum(catalogueSorts).default("name-asc"),
});

export const getProducts = defineEndpoint({
  method: "GET",
  path: "/api/products",
  summary: "The products on sale",
  permission: "products.view:any",
  query: listQuerySchema,
  caching: "revalidate",
  responses: { 200: { description: "Up to `limit` products", schema: z.array(productSchema) } },
  answer: async ({ context, request, query: { limit, cursor, ...query } }) => {
    const found = await listProducts(context, { ...query, limit: limit + 1, afterId: cursor });
    const { rows, headers } = pageOf(request, found, limit);
    return reply(200, rows.map(restProduct), headers);
  },
});

export const getProduct = defineEndpoint({
  method: "GET",
  path: "/api/products/{slug}",
  summary: "One product",
  permission: "products.view:any",
  params: z.strictObject({ slug: z.string().min(1).max(200) }),
  caching: "revalidate",
  responses: { 200: { description: "The product", schema: productSchema } },
  refusals: ["not_found"],
  answer: async ({ context, params }) => {
    const product = await findProductBySlug(context, params.slug);
    if (!product) throw new ShopError("not_found", "Product not found");
    return reply(200, restProduct(product));
  },
});
