import { z } from "zod";
import { permitted } from "#server/trpc/procedures.server.ts";
import { router } from "#server/trpc/trpc.server.ts";
import { archiveProduct, restoreProduct } from "./archive-product.server.ts";
import { bulkChangeSchema } from "./bulk-change.ts";
import { changeProducts, renameCategory, reorderHomeProducts } from "./change-products.server.ts";
import { createProduct } from "./create-product.server.ts";
import { checkImport, importProducts } from "./csv/import-products.server.ts";
import { findStaffProduct, listStaffProducts } from "./find-staff-products.server.ts";
import { listSoldProducts } from "./list-sold-products.server.ts";
import {
  editProductSchema,
  productFormSchema,
  renameCategorySchema,
  seenProductSchema,
} from "./product.schema.ts";
import { soldProductsQuerySchema, staffCatalogueQuerySchema } from "./staff-catalogue-query.ts";
import { findHomeProducts, listCategories } from "./storefront/find-products.server.ts";
import { homeOrderSchema } from "./storefront/home-grid.ts";
import { updateProduct } from "./update-product.server.ts";

const idSchema = z.object({ id: z.int().min(1).max(2_147_483_647) });
const csvSchema = z.object({ csv: z.string().max(5_000_000, "The file is larger than 5 MB") });

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
  update: permitted("products.edit")
    .input(editProductSchema)
    .mutation(async ({ ctx, input: { id, seenVersion, seenStock, ...change } }) => {
      await updateProduct(ctx, { id, seenVersion, seenStock, change });
      return findStaffProduct(ctx, id);
    }),
  create: permitted("products.create")
    .input(productFormSchema)
    .mutation(({ ctx, input }) => createProduct(ctx, input)),
  archive: permitted("products.archive")
    .input(seenProductSchema)
    .mutation(async ({ ctx, input }) => {
      await archiveProduct(ctx, input);
      return { archived: input.id };
    }),
  restore: permitted("products.create")
    .input(seenProductSchema)
    .mutation(async ({ ctx, input }) => {
      await restoreProduct(ctx, input);
      return { restored: input.id };
    }),
  changeMany: permitted("products.edit")
    .input(bulkChangeSchema)
    .mutation(({ ctx, input }) => changeProducts(ctx, input)),
  renameCategory: permitted("products.edit")
    .input(renameCategorySchema)
    .mutation(({ ctx, input }) => renameCategory(ctx, input)),
  reorderHome: permitted("products.edit")
    .input(homeOrderSchema)
    .mutation(async ({ ctx, input }) => {
      await reorderHomeProducts(ctx, input);
      return findHomeProducts(ctx);
    }),
  /** Comes in pieces: how far it is, then what it found. */
  checkImport: permitted("products.edit")
    .input(csvSchema)
    .mutation(({ ctx, input }) => checkImport(ctx, input.csv)),
  import: permitted("products.edit")
    .input(csvSchema)
    .mutation(({ ctx, input }) => importProducts(ctx, input.csv)),
});
