import { z } from "zod";
import { rowId } from "#server/core/row-id.ts";
import { mutation, permitted } from "#server/trpc/procedures.server.ts";
import { router } from "#server/trpc/trpc.server.ts";
import { changeProducts, renameCategory, reorderHomeProducts } from "./change-products.server.ts";
import { checkImport, importProducts } from "./csv/import-products.server.ts";
import { findStaffProduct, listSoldProducts, listStaffProducts } from "./find-staff-products.server.ts";
import { soldProductsQuerySchema, staffCatalogueQuerySchema } from "./staff-catalogue-query.ts";
import { findHomeProducts, listCategories } from "./storefront/find-products.server.ts";
import { updateProduct } from "./update-product.server.ts";
import { archiveProduct, createProduct, restoreProduct } from "./write-product.server.ts";

const idSchema = z.object({ id: rowId });

export const productsRouter = router({
  /** What is sold, for every member of staff: nothing that a visitor could not see. */
  list: permitted("products.view")
    .input(soldProductsQuerySchema)
    .query(({ ctx, input }) => listSoldProducts(ctx, input)),
  categories: permitted("products.view").query(({ ctx }) => listCategories(ctx)),
  homeGrid: permitted("products.view").query(({ ctx }) => findHomeProducts(ctx)),
  catalogue: permitted("products.edit")
    .input(staffCatalogueQuerySchema)
    .query(({ ctx, input: { cursor, ...query } }) => listStaffProducts(ctx, query, cursor ?? null)),
  one: permitted("products.edit")
    .input(idSchema)
    .query(({ ctx, input }) => findStaffProduct(ctx, input.id)),
  update: mutation(updateProduct, (context, { id }) => findStaffProduct(context, id)),
  create: mutation(createProduct),
  archive: mutation(archiveProduct, async (_context, { id }) => ({ archived: id })),
  restore: mutation(restoreProduct, async (_context, { id }) => ({ restored: id })),
  changeMany: mutation(changeProducts),
  renameCategory: mutation(renameCategory),
  reorderHome: mutation(reorderHomeProducts, (context) => findHomeProducts(context)),
  /** Comes in pieces: how far it is, then what it found. */
  checkImport: mutation(checkImport),
  import: mutation(importProducts),
});
