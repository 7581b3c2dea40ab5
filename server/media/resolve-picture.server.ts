import type { EntityManager } from "@mikro-orm/postgresql";
import { ShopError } from "#server/core/errors.ts";
import { bytesOfDataUrl, isDataUrl } from "./data-url.ts";
import { PICTURE_UNREADABLE } from "./picture-limits.ts";
import { storePicture } from "./store-picture.server.ts";

/**
 * The address under which a record names its picture: a data URL's content is kept and gets an address of ours, any
 * other address stays. Outside a transaction, as `storePicture`.
 * @throws ShopError `payload_too_large` or `unsupported_media_type`
 */
export async function resolvePicture(em: EntityManager, imageUrl: string): Promise<string> {
  if (!isDataUrl(imageUrl)) return imageUrl;
  const bytes = bytesOfDataUrl(imageUrl);
  if (bytes) return storePicture(em, bytes);
  throw new ShopError("unsupported_media_type", PICTURE_UNREADABLE, {
    fields: { imageUrl: [PICTURE_UNREADABLE] },
  });
}
