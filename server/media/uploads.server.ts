import { createHash } from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import type { Sharp } from "sharp";
import { MediaDocument, MediaFile } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import {
  bytesOfDataUrl,
  DOCUMENT_TOO_LARGE,
  DOCUMENT_WRONG_TYPE,
  declaredTypeOf,
  documentAddress,
  isDataUrl,
  isPdf,
  MAX_DOCUMENT_BYTES,
  MAX_PICTURE_BYTES,
  MAX_PICTURE_PIXELS,
  type MediaPicture,
  mediaAddress,
  mediaPictureAt,
  mediaWidths,
  PICTURE_TOO_LARGE,
  PICTURE_TOO_MANY_PIXELS,
  PICTURE_UNREADABLE,
  pictureFormatOf,
  wrongPictureType,
} from "./media-address.ts";

/** No page shows a picture larger; in pixels. */
const LARGEST_SIDE = 1600;
const WEBP = { quality: 80 };
const TIME_LIMIT_SECONDS = 20;

/**
 * Keeps an uploaded picture: decoded and made again as WebP in several sizes, so that nothing of the file itself is
 * ever sent to a browser (no script, no place where the photograph was taken). The same file twice is one picture. The
 * caller has checked who asks; call it outside a transaction, since decoding takes its time.
 * @returns its address, good for ever
 * @throws ShopError `payload_too_large` or `unsupported_media_type`
 */
export async function storePicture(em: EntityManager, bytes: Uint8Array, declared = ""): Promise<string> {
  if (bytes.byteLength > MAX_PICTURE_BYTES) throw uploadError("payload_too_large", PICTURE_TOO_LARGE);
  if (!pictureFormatOf(bytes)) throw uploadError("unsupported_media_type", wrongPictureType(bytes, declared));
  const hash = createHash("sha256").update(bytes).digest("hex");
  const existing = await em.fork().findOne(MediaFile, { hash }, { orderBy: { width: "desc" } });
  return mediaAddress(existing ?? (await keep(em, hash, await decode(bytes))));
}

async function decode(bytes: Uint8Array): Promise<Sharp> {
  // Loaded when the first picture comes: it is a native library of some size.
  const { default: sharp } = await import("sharp");
  try {
    // Reads the first bytes only.
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (width * height > MAX_PICTURE_PIXELS) throw uploadError("payload_too_large", PICTURE_TOO_MANY_PIXELS);
    const { data } = await sharp(bytes, { limitInputPixels: MAX_PICTURE_PIXELS, failOn: "error" })
      .autoOrient()
      .resize({ width: LARGEST_SIDE, height: LARGEST_SIDE, fit: "inside", withoutEnlargement: true })
      .timeout({ seconds: TIME_LIMIT_SECONDS })
      // Lossless in between, so that each size is compressed once.
      .png({ compressionLevel: 0 })
      .toBuffer({ resolveWithObject: true });
    return sharp(data);
  } catch (error) {
    if (error instanceof ShopError) throw error;
    throw uploadError("unsupported_media_type", PICTURE_UNREADABLE, error);
  }
}

async function keep(em: EntityManager, hash: string, picture: Sharp): Promise<MediaPicture> {
  const { width, height } = await picture.metadata();
  const sizes = await Promise.all(
    mediaWidths(width).map(async (stored) => {
      const { data, info } = await picture
        .clone()
        .resize({ width: stored })
        .webp(WEBP)
        .toBuffer({ resolveWithObject: true });
      return { hash, width: info.width, height: info.height, content: data };
    }),
  );
  // Anyone who uploads the same file at the same moment writes the same rows.
  await em.fork().upsertMany(MediaFile, sizes, { onConflictAction: "ignore" });
  return { hash, width, height };
}

function uploadError(
  code: "payload_too_large" | "unsupported_media_type",
  message: string,
  detail?: unknown,
): ShopError {
  return new ShopError(code, message, { fields: { imageUrl: [message] }, detail });
}

/**
 * The address under which a record names its picture: a data URL's content is kept and gets an address of ours, any
 * other address stays. Outside a transaction, as `storePicture`.
 * @throws ShopError `payload_too_large` or `unsupported_media_type`
 */
export async function resolvePicture(em: EntityManager, imageUrl: string): Promise<string> {
  if (!isDataUrl(imageUrl)) return imageUrl;
  const bytes = bytesOfDataUrl(imageUrl);
  if (bytes) return storePicture(em, bytes, declaredTypeOf(imageUrl));
  throw new ShopError("unsupported_media_type", PICTURE_UNREADABLE, {
    fields: { imageUrl: [PICTURE_UNREADABLE] },
  });
}

/** The WebP bytes at the address of an uploaded picture or one of its sizes; undefined when there are none. */
export async function findMediaFile(context: Context, address: string): Promise<Uint8Array | undefined> {
  const stored = mediaPictureAt(address);
  if (!stored) return undefined;
  const { hash, size: width } = stored;
  const file = await context.em.fork().findOne(MediaFile, { hash, width }, { populate: ["content"] });
  return file?.content;
}

/** The files that were chosen in a form, as data URLs. A file field that nothing was chosen in is an empty file. */
export async function dataUrlsOf(entries: readonly FormDataEntryValue[]): Promise<string[]> {
  const files = entries.flatMap((entry) => (typeof entry === "string" || entry.size === 0 ? [] : entry));
  return Promise.all(
    files.map(async (file) => {
      const bytes = Buffer.from(await file.arrayBuffer());
      return `data:application/octet-stream;base64,${bytes.toString("base64")}`;
    }),
  );
}

/** A form without its files. */
export function textsOf(submitted: FormData): FormData {
  const form = new FormData();
  for (const [name, value] of submitted) if (typeof value === "string") form.append(name, value);
  return form;
}

/**
 * Keeps an uploaded PDF as it is: it cannot be made again as a picture is, so it is only ever sent as a PDF. The same
 * file twice is one document. The caller has checked who asks.
 * @param name what a browser saves it as: letters, digits and hyphens
 * @returns its address, good for ever
 * @throws ShopError `payload_too_large` or `unsupported_media_type`, at `field`
 */
export async function storeDocument(
  em: EntityManager,
  bytes: Uint8Array | undefined,
  { name, field }: { name: string; field: string },
): Promise<string> {
  const documentError = (code: "payload_too_large" | "unsupported_media_type", message: string) =>
    new ShopError(code, message, { fields: { [field]: [message] } });
  if (!bytes || !isPdf(bytes)) throw documentError("unsupported_media_type", DOCUMENT_WRONG_TYPE);
  if (bytes.byteLength > MAX_DOCUMENT_BYTES) throw documentError("payload_too_large", DOCUMENT_TOO_LARGE);
  const hash = createHash("sha256").update(bytes).digest("hex");
  await em
    .fork()
    .upsertMany(MediaDocument, [{ hash, content: Buffer.from(bytes) }], { onConflictAction: "ignore" });
  return documentAddress({ hash, name });
}

/** The bytes of an uploaded document; undefined when there are none. */
export async function findDocument(context: Context, hash: string): Promise<Uint8Array | undefined> {
  const file = await context.em.fork().findOne(MediaDocument, { hash }, { populate: ["content"] });
  return file?.content;
}
