import { z } from "zod";
import { isoDay, optionalText } from "#server/core/fields.ts";
import { displayLongDate } from "#server/core/shop-time.ts";
import { documentAt, isDataUrl } from "#server/media/media-address.ts";
import { expectedProductSchema, productFields } from "./product.schema.ts";
import { documentTypeLabels, documentTypes, MOST_PICTURES, type ProductDocument } from "./product-media.ts";

const TOO_MANY_PICTURES = `A product has at most ${MOST_PICTURES} pictures`;
/** More than a page could list: so that a script's body has an end, as everywhere. */
const MOST_DOCUMENTS = 1000;
/** Pictures chosen at once. */
const MOST_CHOSEN = 100;
/** More than the base64 of the largest document. */
const MAX_DOCUMENT_URL = 8_000_000;

const place = z.coerce
  .number("Enter a place, such as 1")
  .int("Enter a whole number, such as 1")
  .min(1, "Places begin with 1")
  .max(9999, "Enter a place up to 9999");

const remove = z.literal("on").optional();

const date = z
  .union([z.literal(""), isoDay("Enter a day, such as 2026-11-23")], {
    error: "Enter a day, such as 2026-11-23",
  })
  .nullish()
  .transform((day) => day || null);

const type = z.enum(documentTypes, "Choose what it is");

const title = optionalText(120, "Keep the title below 120 characters").refine(
  (value) => !/\p{Cc}/u.test(value),
  "The title must be one line of text",
);

const pictureUrl = productFields.imageUrl.refine((url) => url !== "", "Enter an address of a picture");

/** Longer than any address of a document, which names it by the hash of its bytes. */
const LONGEST_DOCUMENT = 200;
const NO_DOCUMENT = "This is no address of a document of the shop";
const ownDocument = z
  .string("Document must be an address")
  .max(LONGEST_DOCUMENT, { error: NO_DOCUMENT, abort: true })
  .refine((url) => documentAt(url) !== undefined, NO_DOCUMENT);

/** A document whose title is left out is called what it is. */
const titled = <Document extends { type: z.output<typeof type>; title?: string | undefined }>(
  document: Document,
) => ({
  ...document,
  title: document.title || documentTypeLabels[document.type],
});

/** Documents as the audit keeps them. */
export const auditedDocuments = z
  .array(z.object({ type, title: z.string(), date: z.string().nullable(), url: z.string() }))
  .max(MOST_DOCUMENTS);

/** REST: all pictures in their order, each an address or a data URL. */
export const restPictures = z.array(pictureUrl).max(MOST_PICTURES, TOO_MANY_PICTURES);

/** REST: all documents in their order; `url` is one of the shop's, or a data URL of a PDF. */
export const restDocuments = z
  .array(
    z
      .strictObject({
        type,
        title: title.optional(),
        date,
        url: z
          .string()
          .max(MAX_DOCUMENT_URL, {
            error: "The document is larger than 5 MB. Please choose a smaller one.",
            abort: true,
          })
          .refine(
            (url) => isDataUrl(url) || documentAt(url) !== undefined,
            "Send an address of a document of the shop, or a data URL of a PDF",
          ),
      })
      .transform(titled),
  )
  .max(MOST_DOCUMENTS, `Send at most ${MOST_DOCUMENTS} documents`);

/** The form of a product's pictures: those there are with their places, and new ones as data URLs. */
export const picturesFormSchema = expectedProductSchema.extend({
  pictures: z
    .array(z.object({ url: pictureUrl, place, remove }))
    .max(MOST_PICTURES)
    .default([]),
  /** Who chooses too many reads how many there are already: the verb refuses them. */
  added: z.array(z.string()).max(MOST_CHOSEN).default([]),
});

/** The form of a product's documents, and of a new one: its file is a data URL. */
export const documentsFormSchema = expectedProductSchema.extend({
  documents: z
    .array(
      z.object({ url: ownDocument, type, title: title.optional(), date, place, remove }).transform(titled),
    )
    .max(MOST_DOCUMENTS)
    .default([]),
  added: z
    .object({ type, title: title.optional(), date, file: z.string().optional() })
    .transform((document) => ({ ...titled(document), isTitled: Boolean(document.title) }))
    .optional(),
});

/** What a document is, its title and its day: "Guide “First beds” (1 March 2026)". */
function documentText({ type, title, date }: ProductDocument): string {
  return `${documentTypeLabels[type]} “${title}”${date === null ? "" : ` (${displayLongDate(date)})`}`;
}

/**
 * What a change did to a product's documents, a line each: which came, which went, what became of one, and their order;
 * undefined for another field.
 */
export function documentChanges(name: string, before: unknown, after: unknown): string[] | undefined {
  const [was, is] = [auditedDocuments.safeParse(before).data, auditedDocuments.safeParse(after).data];
  if (name !== "documents" || !was || !is) return undefined;
  const inBoth = (list: ProductDocument[], other: ProductDocument[]) =>
    list.filter(({ url }) => other.some((one) => one.url === url));
  const edited = inBoth(is, was).flatMap((document) => {
    const text = documentText(document);
    const old = was.find(({ url }) => url === document.url);
    const oldText = old ? documentText(old) : text;
    return oldText === text ? [] : [`${oldText} → ${text}`];
  });
  const order = inBoth(is, was).map(({ url }) => url);
  const isMoved = inBoth(was, is).some(({ url }, place) => url !== order[place]);
  return [
    ...is.filter((one) => !inBoth(is, was).includes(one)).map((one) => `Added: ${documentText(one)}`),
    ...was.filter((one) => !inBoth(was, is).includes(one)).map((one) => `Removed: ${documentText(one)}`),
    ...edited,
    ...(isMoved ? [`Order: ${is.map(({ title }) => `“${title}”`).join(", ")}`] : []),
  ];
}
