import type { EntityManager } from "@mikro-orm/postgresql";
import type { Product } from "#db/entities/index.ts";
import type { ChangeSummary } from "#server/audit/change-labels.ts";
import { recordChange } from "#server/audit/changes.server.ts";
import { command } from "#server/commands/run-command.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction, invalidateOnCommit } from "#server/core/in-transaction.server.ts";
import { slugOf } from "#server/core/text.ts";
import { bytesOfDataUrl, isDataUrl } from "#server/media/media-address.ts";
import { dataUrlsOf, resolvePicture, storeDocument, textsOf } from "#server/media/uploads.server.ts";
import { mediaCommands } from "./product-commands.ts";
import { documentsFormSchema, picturesFormSchema } from "./product-media.schema.ts";
import {
  documentsInOrder,
  MOST_PICTURES,
  type ProductDocument,
  type ProductMedia,
  picturesOf,
} from "./product-media.ts";
import { assertCurrentVersion, lockForEdit } from "./write-product.server.ts";

/** What of its pictures and documents a product gets; what is missing stays. */
export type MediaChange = { [Part in keyof ProductMedia]?: ProductMedia[Part] | undefined };

/** A product's pictures and documents, as forms and scripts send them. */
export function mediaOf({ imageUrl, morePictures, documents }: Product): ProductMedia {
  return { pictures: picturesOf({ imageUrl, morePictures }), documents: documentsInOrder(documents) };
}

/**
 * Keeps the files among pictures and documents, and puts their addresses in their place. Outside a transaction, since
 * decoding takes its time.
 * @throws ShopError `payload_too_large` or `unsupported_media_type`, at the file's field
 */
export async function resolveMedia(em: EntityManager, change: MediaChange): Promise<MediaChange> {
  const pictures: string[] = [];
  for (const [index, url] of (change.pictures ?? []).entries()) {
    pictures.push(await atField(`pictures.${index}`, () => resolvePicture(em, url)));
  }
  const documents: ProductDocument[] = [];
  for (const [index, document] of (change.documents ?? []).entries()) {
    const url = await resolveDocument(em, document, `documents.${index}.url`);
    documents.push({ ...document, url });
  }
  return {
    ...(change.pictures && { pictures: [...new Set(pictures)] }),
    ...(change.documents && { documents }),
  };
}

function resolveDocument(
  em: EntityManager,
  { url, title }: Pick<ProductDocument, "url" | "title">,
  field: string,
): Promise<string> | string {
  if (!isDataUrl(url)) return url;
  return storeDocument(em, bytesOfDataUrl(url), { name: slugOf(title).slice(0, 100), field });
}

/** A refusal of a picture names the field of a product's one picture. */
async function atField<Value>(field: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ShopError) || !error.fields) throw error;
    throw new ShopError(error.code, error.message, { fields: { [field]: [error.message] } });
  }
}

/**
 * Writes a locked product's pictures and documents, and records who changed what; nothing where nothing changed. One
 * file of one title is one document: the later one says what it is.
 */
export async function writeMedia(
  em: EntityManager,
  context: Context,
  product: Product,
  change: MediaChange,
  { revertOf }: { revertOf?: number | undefined } = {},
): Promise<ChangeSummary | null> {
  const before = mediaOf(product);
  const documents = documentsInOrder(change.documents ?? before.documents);
  const after = {
    pictures: change.pictures ?? before.pictures,
    documents: [...new Map(documents.map((document) => [document.url, document])).values()],
  };
  if (JSON.stringify(before) === JSON.stringify(after)) return null;
  const [imageUrl = "", ...morePictures] = after.pictures;
  em.assign(product, { imageUrl, morePictures, documents: after.documents });
  await em.flush();
  invalidateOnCommit(em, "catalogue");
  return recordChange(em, context, {
    area: "products",
    action: "pictures and documents",
    subjectId: product.id,
    subjectName: product.name,
    before: { ...before },
    after,
    revertOf,
  });
}

interface SavedMedia {
  id: number;
  change: ChangeSummary | null;
}

function save(
  context: Context,
  { id, seenVersion }: { id: number; seenVersion: number },
  media: MediaChange,
): Promise<SavedMedia> {
  return inTransaction(context.em, async (em) => {
    const [product] = await lockForEdit(em, [id]);
    if (!product) throw new ShopError("not_found", "Product not found");
    assertCurrentVersion(product, seenVersion);
    return { id, change: await writeMedia(em, context, product, media) };
  });
}

/**
 * Puts a product's pictures into the order of their places, takes out what is ticked, and adds new ones behind.
 * @throws ShopError `not_found`; `conflict`; `validation_failed`, `payload_too_large`, `unsupported_media_type`
 */
export const savePictures = command(
  mediaCommands.savePictures,
  async (context, { pictures, added, ...expected }): Promise<SavedMedia> => {
    const remaining = arranged(pictures.filter(({ remove }) => !remove)).map(({ url }) => url);
    if (remaining.length + added.length > MOST_PICTURES) {
      const message = `A product has at most ${MOST_PICTURES} pictures: ${remaining.length} are there, ${added.length} more were chosen.`;
      throw new ShopError("validation_failed", message, { fields: { added: [message] } });
    }
    const stored = await atField("added", () =>
      Promise.all(added.map((file) => resolvePicture(context.em, file))),
    );
    return save(context, expected, { pictures: [...new Set([...remaining, ...stored])] });
  },
  {
    read: async (_context, submitted) => {
      const added = await dataUrlsOf(submitted.getAll("files"));
      const schema = picturesFormSchema.transform((value) => ({ ...value, added }));
      return { form: textsOf(submitted), schema };
    },
  },
);

/**
 * The same for its documents, whose titles, types and dates are written too.
 * @throws ShopError as `savePictures`
 */
export const saveDocuments = command(
  mediaCommands.saveDocuments,
  async (context, { documents, added, ...expected }): Promise<SavedMedia> => {
    const remaining = arranged(documents.filter(({ remove }) => !remove)).map(
      ({ type, title, date, url }) => ({
        type,
        title,
        date,
        url,
      }),
    );
    const made =
      added?.file === undefined ? [] : [await newDocument(context.em, { ...added, url: added.file })];
    return save(context, expected, { documents: [...remaining, ...made] });
  },
  {
    read: async (_context, submitted) => {
      const [file] = await dataUrlsOf(submitted.getAll("file"));
      const schema = documentsFormSchema
        .transform(({ added, ...value }) => ({ ...value, added: added && { ...added, file } }))
        .refine(({ added }) => !added?.isTitled || file !== undefined, {
          path: ["file"],
          error: "Choose the PDF file of the new document",
        });
      return { form: textsOf(submitted), schema };
    },
  },
);

async function newDocument(em: EntityManager, document: ProductDocument): Promise<ProductDocument> {
  const { type, title, date } = document;
  return { type, title, date, url: await resolveDocument(em, document, "file") };
}

interface Placed {
  /** The place that somebody typed or dragged it to, from 1. */
  place: number;
}

/**
 * A list in the order of the places that were typed. Where two have one place, what was moved there goes before what
 * made way: a third thing that is given place 1 comes first, though the first still says 1.
 */
export function arranged<Thing extends Placed>(things: readonly Thing[]): Thing[] {
  const movedTo = ({ place }: Thing, index: number) => Math.sign(place - (index + 1));
  return things
    .map((thing, index) => ({ thing, moved: movedTo(thing, index) }))
    .sort((a, b) => a.thing.place - b.thing.place || a.moved - b.moved)
    .map(({ thing }) => thing);
}
