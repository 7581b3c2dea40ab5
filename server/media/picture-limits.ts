/** The limit that the screen states, which the server enforces (docs/rules.md#catalogue-7). */
export const PICTURE_LIMIT_TEXT = "PNG, JPG up to 5MB";
export const MAX_PICTURE_BYTES = 5 * 1024 * 1024;
/** More than any camera in use; a small file that unpacks to more is made to harm. */
export const MAX_PICTURE_PIXELS = 50_000_000;
/** For a file field; what a file really is, its own bytes say. */
export const PICTURE_TYPES = "image/png,image/jpeg,image/webp";

export const PICTURE_TOO_LARGE = "The picture is larger than 5 MB. Please choose a smaller one.";
export const PICTURE_TOO_MANY_PIXELS =
  "The picture has more than 50 megapixels. Please choose a smaller one.";
export const PICTURE_WRONG_TYPE = "Only PNG, JPG and WebP pictures can be used.";
export const PICTURE_UNREADABLE = "This picture cannot be read: the file is damaged or not a picture.";

type PictureFormat = "png" | "jpeg" | "webp";

/** What the first bytes say a file is, whatever its name or sender says; undefined for all that is not accepted. */
export function pictureFormatOf(bytes: Uint8Array): PictureFormat | undefined {
  const begins = (start: number, ...expected: number[]) =>
    expected.every((value, index) => bytes[start + index] === value);
  if (begins(0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return "png";
  if (begins(0, 0xff, 0xd8, 0xff)) return "jpeg";
  if (begins(0, 0x52, 0x49, 0x46, 0x46) && begins(8, 0x57, 0x45, 0x42, 0x50)) return "webp";
  return undefined;
}
