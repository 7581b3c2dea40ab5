import { z } from "zod";
import { read } from "#server/access/read.server.ts";
import {
  changeProducts,
  renameCategory,
  reorderHomeProducts,
} from "#server/catalogue/change-products.server.ts";
import { checkImport, importProducts } from "#server/catalogue/csv/import-products.server.ts";
import { confirmRate } from "#server/catalogue/doubtful-rates.server.ts";
import {
  findStaffProduct,
  listFamilies,
  listSoldProducts,
  listStaffProducts,
} from "#server/catalogue/find-staff-products.server.ts";
import { saveDocuments, savePictures } from "#server/catalogue/product-media.server.ts";
import { catalogueList, soldProductList } from "#server/catalogue/staff-catalogue-query.ts";
import { findHomeProducts, listCategories } from "#server/catalogue/storefront/find-products.server.ts";
import { updateProduct } from "#server/catalogue/update-product.server.ts";
import { archiveProduct, createProduct, restoreProduct } from "#server/catalogue/write-product.server.ts";
import { rowId, searchText } from "#server/core/fields.ts";
import { mutation, reading } from "./procedures.server.ts";
import { router } from "./trpc.server.ts";

// The shop shows both to everybody, and keeps the pages that do.
const categories = read("products.view", listCategories);
const homeGrid = read("products.view", findHomeProducts);

const idSchema = z.object({ id: rowId });

export const productsRouter = router({
  /** What is sold, for all staff: nothing that a visitor could not see. */
  list: reading(listSoldProducts)
    .input(soldProductList.schema)
    .query(({ ctx, input }) => listSoldProducts(ctx, input)),
  categories: reading(categories).query(({ ctx }) => categories(ctx)),
  families: reading(listFamilies)
    .input(z.object({ search: searchText() }))
    .query(({ ctx, input }) => listFamilies(ctx, input.search)),
  homeGrid: reading(homeGrid).query(({ ctx }) => homeGrid(ctx)),
  catalogue: reading(listStaffProducts)
    .input(catalogueList.schema)
    .query(({ ctx, input }) => listStaffProducts(ctx, input)),
  one: reading(findStaffProduct)
    .input(idSchema)
    .query(({ ctx, input }) => findStaffProduct(ctx, input.id)),
  update: mutation(updateProduct, async (context, { id }, { change }) => ({
    ...(await findStaffProduct(context, id)),
    change,
  })),
  create: mutation(createProduct),
  archive: mutation(archiveProduct, async (_context, { id }) => ({ archived: id })),
  restore: mutation(restoreProduct, async (_context, { id }) => ({ restored: id })),
  savePictures: mutation(savePictures),
  saveDocuments: mutation(saveDocuments),
  confirmRate: mutation(confirmRate),
  changeMany: mutation(changeProducts),
  renameCategory: mutation(renameCategory),
  reorderHome: mutation(reorderHomeProducts, (context) => findHomeProducts(context)),
  /** A stream: the progress, then the result. */
  checkImport: mutation(checkImport),
  import: mutation(importProducts),
});
