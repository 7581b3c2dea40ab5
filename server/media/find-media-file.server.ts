import { MediaFile } from "#db/entities/index.ts";
import type { Context } from "#server/core/context.ts";
import { mediaPictureAt } from "./media-address.ts";

/** The WebP bytes at the address of an uploaded picture or one of its sizes; undefined when there are none. */
export async function findMediaFile(context: Context, address: string): Promise<Uint8Array | undefined> {
  const wanted = mediaPictureAt(address);
  if (!wanted) return undefined;
  const { hash, size: width } = wanted;
  const file = await context.em.fork().findOne(MediaFile, { hash, width }, { populate: ["content"] });
  return file?.content;
}
