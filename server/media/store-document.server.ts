import { createHash } from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import { MediaDocument } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import {
  DOCUMENT_TOO_LARGE,
  DOCUMENT_WRONG_TYPE,
  documentAddress,
  isPdf,
  MAX_DOCUMENT_BYTES,
} from "./media-address.ts";

/**
 * Keeps an uploaded PDF as it is: it cannot be made anew as a picture is, so it is only ever sent as a PDF. The same
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
  const refused = (code: "payload_too_large" | "unsupported_media_type", message: string) =>
    new ShopError(code, message, { fields: { [field]: [message] } });
  if (!bytes || !isPdf(bytes)) throw refused("unsupported_media_type", DOCUMENT_WRONG_TYPE);
  if (bytes.byteLength > MAX_DOCUMENT_BYTES) throw refused("payload_too_large", DOCUMENT_TOO_LARGE);
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
