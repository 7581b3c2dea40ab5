import { ShopError } from "#server/core/errors.ts";
import { MAX_PICTURE_BYTES, PICTURE_TOO_LARGE, PICTURE_TYPES } from "#server/media/picture-limits.ts";
import { readBytes } from "./read-json-body.ts";

/** What a request may say that a picture is; its own bytes are looked at later. */
export const pictureTypes: readonly string[] = PICTURE_TYPES.split(",");

/** The type of picture that a request brings as its whole body; undefined for anything else. */
export function pictureTypeOf(request: Request): string | undefined {
  const given = request.headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
  return pictureTypes.find((type) => type === given);
}

/**
 * A picture in the body as the data URL that its JSON would hold.
 * @throws ShopError `payload_too_large`, at `field`
 */
export async function readPictureBody(request: Request, type: string, field: string): Promise<string> {
  try {
    const bytes = await readBytes(request, MAX_PICTURE_BYTES);
    return `data:${type};base64,${Buffer.from(bytes).toString("base64")}`;
  } catch (error) {
    if (!(error instanceof ShopError) || error.code !== "payload_too_large") throw error;
    throw new ShopError("payload_too_large", PICTURE_TOO_LARGE, { fields: { [field]: [PICTURE_TOO_LARGE] } });
  }
}
