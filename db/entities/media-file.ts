import { defineEntity, p } from "@mikro-orm/core";

/**
 * One size of an uploaded picture, as WebP. Kept in the database so that every instance serves it and one backup holds
 * it (docs/rules.md#catalogue-7); never changed, since its address names its content.
 */
export const MediaFileSchema = defineEntity({
  name: "MediaFile",
  tableName: "media_file",
  properties: {
    /** SHA-256 of the bytes that were uploaded, in hexadecimal. */
    hash: p.string().length(64).primary(),
    /** In pixels; the widest of a picture is the picture itself. */
    width: p.integer().primary(),
    height: p.integer(),
    content: p.blob().hidden().lazy(),
    createdAt: p.datetime().defaultRaw("now()"),
  },
});

export class MediaFile extends MediaFileSchema.class {}
MediaFileSchema.setClass(MediaFile);
