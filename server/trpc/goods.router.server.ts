import { z } from "zod";
import { read } from "#server/access/read.server.ts";
import {
  addAnalysis,
  createBatch,
  markBatchSoldOut,
  quarantineBatch,
  releaseBatch,
  saveCertificate,
  saveClaims,
  writeOff,
} from "#server/batches/change-batch.server.ts";
import { recallBatch } from "#server/batches/recall-batch.server.ts";
import { catalogueList, soldProductList } from "#server/catalogue/catalogue-query.schema.ts";
import {
  changeProducts,
  findSteppedProducts,
  renameCategory,
  reorderHomeProducts,
  setPriceSteps,
} from "#server/catalogue/change-products.server.ts";
import { findHomeProducts, listCategories } from "#server/catalogue/find-products.server.ts";
import {
  findStaffProduct,
  listFamilies,
  listSoldProducts,
  listStaffProducts,
} from "#server/catalogue/find-staff-products.server.ts";
import { checkImport, importProducts } from "#server/catalogue/product-file.server.ts";
import { saveDocuments, savePictures } from "#server/catalogue/product-media.server.ts";
import {
  createTradeList,
  listTradeLists,
  removeTradeList,
  renameTradeList,
} from "#server/catalogue/trade-lists.server.ts";
import { updateProduct } from "#server/catalogue/update-product.server.ts";
import { archiveProduct, createProduct, restoreProduct } from "#server/catalogue/write-product.server.ts";
import { searchText } from "#server/core/fields.ts";
import { findEvidence, recordWeighbridge } from "#server/statements/evidence.server.ts";
import { byId, mutation, query, reading } from "./procedures.server.ts";
import { router } from "./trpc.server.ts";

// The shop shows both to everybody, and keeps the pages that do.
const categories = read("products.view", listCategories);
const homeGrid = read("products.view", findHomeProducts);

export const productsRouter = router({
  /** What is sold, for all staff: nothing that a visitor could not see. */
  list: query(listSoldProducts, soldProductList.schema),
  categories: reading(categories).query(({ ctx }) => categories(ctx)),
  families: reading(listFamilies)
    .input(z.object({ search: searchText() }))
    .query(({ ctx, input }) => listFamilies(ctx, input.search)),
  homeGrid: reading(homeGrid).query(({ ctx }) => homeGrid(ctx)),
  catalogue: query(listStaffProducts, catalogueList.schema),
  one: query(findStaffProduct, byId),
  update: mutation(updateProduct),
  create: mutation(createProduct),
  archive: mutation(archiveProduct),
  restore: mutation(restoreProduct),
  savePictures: mutation(savePictures),
  saveDocuments: mutation(saveDocuments),
  changeMany: mutation(changeProducts),
  renameCategory: mutation(renameCategory),
  reorderHome: mutation(reorderHomeProducts),
  /** A stream: the progress, then the result. */
  checkImport: mutation(checkImport),
  import: mutation(importProducts),
});

/** Prices by quantity, and the lists of them that customers carry. */
export const pricesRouter = router({
  lists: reading(listTradeLists).query(({ ctx }) => listTradeLists(ctx)),
  products: reading(findSteppedProducts).query(({ ctx }) => findSteppedProducts(ctx)),
  setSteps: mutation(setPriceSteps),
  createList: mutation(createTradeList),
  renameList: mutation(renameTradeList),
  removeList: mutation(removeTradeList),
});

export const batchesRouter = router({
  create: mutation(createBatch),
  addAnalysis: mutation(addAnalysis),
  writeOff: mutation(writeOff),
  quarantine: mutation(quarantineBatch),
  release: mutation(releaseBatch),
  markSoldOut: mutation(markBatchSoldOut),
  saveClaims: mutation(saveClaims),
  saveCertificate: mutation(saveCertificate),
  recall: mutation(recallBatch),
});

export const evidenceRouter = router({
  report: reading(findEvidence)
    .input(z.object({ year: z.number().int().min(2000).max(2999).optional() }))
    .query(({ ctx, input }) => findEvidence(ctx, input)),
  recordWeighbridge: mutation(recordWeighbridge),
});
