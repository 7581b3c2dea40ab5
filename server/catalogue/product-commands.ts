import { z } from "zod";
import { type ToldChange, toldOfChange } from "#server/audit/change-labels.ts";
import { describeCommand } from "#server/commands/command.ts";
import { rowId } from "#server/core/fields.ts";
import { bulkChangeSchema } from "./bulk-change.ts";
import {
  editProductSchema,
  productFormSchema,
  renameCategorySchema,
  seenProductSchema,
} from "./product.schema.ts";
import { documentsFormSchema, picturesFormSchema } from "./product-media.schema.ts";
import type { ProductDocument } from "./product-media.ts";
import type { ProductChange } from "./product-state.ts";
import { HOME_GRID_SIZE } from "./storefront/product-view.ts";

const homeOrderSchema = z.object({
  /** Product ids from the first place on; places without one are filled by name. */
  ids: z.array(rowId).max(HOME_GRID_SIZE),
  /** The grid as the person saw it, to notice that somebody else changed it. */
  seenIds: z.array(z.int()).max(HOME_GRID_SIZE),
});

export interface ProductUpdate {
  id: number;
  /** All pictures, and all documents, in their order; a missing list stays as it is. */
  media?: { pictures?: string[] | undefined; documents?: ProductDocument[] | undefined };
  /** With `seenStock`, `stockQuantity` is a count of the warehouse; without, what can be sold now. */
  change: ProductChange;
  /** The version that the person started from; without it the last one to save wins, field by field. */
  seenVersion?: number | undefined;
  seenStock?: number | undefined;
  /** The audit entry that this reverts. */
  revertOf?: number | undefined;
}

const csvFile = z
  .object({ csv: z.string().max(5_000_000, "The file is larger than 5 MB") })
  .transform(({ csv }) => csv);

/** What staff do to the catalogue. */
export const productCommands = {
  update: describeCommand({
    name: "products.update",
    permission: "products.edit",
    input: editProductSchema.transform(
      ({ id, seenVersion, seenStock, ...change }): ProductUpdate => ({ id, seenVersion, seenStock, change }),
    ),
    done: ({ change }: { version: number; change?: ToldChange | null }) =>
      toldOfChange("Product updated", change),
  }),
  create: describeCommand({
    name: "products.create",
    permission: "products.create",
    input: productFormSchema,
    // Its page of the settings comes next.
    done: (_made: { id: number }) => ({
      title: "Product created",
      description: "Add more pictures and documents to it below.",
    }),
  }),
  archive: describeCommand({
    name: "products.archive",
    permission: "products.archive",
    input: seenProductSchema,
    done: "Product archived",
  }),
  restore: describeCommand({
    name: "products.restore",
    permission: "products.create",
    input: seenProductSchema,
    done: "Product restored",
  }),
  changeMany: describeCommand({
    name: "products.changeMany",
    permission: "products.edit",
    input: bulkChangeSchema,
    done: ({ changed }: { changed: number }) => ({ title: `${changed} products updated` }),
  }),
  renameCategory: describeCommand({
    name: "products.renameCategory",
    permission: "products.edit",
    input: renameCategorySchema,
    done: ({ changed }: { changed: number }) => ({ title: `Category renamed on ${changed} products` }),
  }),
  reorderHome: describeCommand({
    name: "products.reorderHome",
    permission: "products.edit",
    input: homeOrderSchema,
    done: "Home page updated",
  }),
  checkImport: describeCommand({
    name: "products.checkImport",
    permission: "products.edit",
    alsoNeeds: ["products.create"],
    input: csvFile,
    done: "File checked",
  }),
  import: describeCommand({
    name: "products.import",
    permission: "products.edit",
    alsoNeeds: ["products.create"],
    input: csvFile,
    done: "Products imported",
  }),
};

/** Lists of addresses say nothing to a person; what they were comes back by one press. */
function toldOfMedia(title: string, change: ToldChange | null | undefined) {
  return change?.undo ? { title, undo: change.undo } : { title };
}

/** What staff do with a product's pictures and documents. */
export const mediaCommands = {
  savePictures: describeCommand({
    name: "products.savePictures",
    permission: "products.edit",
    input: picturesFormSchema,
    done: ({ change }: { change?: ToldChange | null }) => toldOfMedia("Pictures saved", change),
  }),
  saveDocuments: describeCommand({
    name: "products.saveDocuments",
    permission: "products.edit",
    input: documentsFormSchema,
    done: ({ change }: { change?: ToldChange | null }) => toldOfMedia("Documents saved", change),
  }),
};
