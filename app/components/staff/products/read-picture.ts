import {
  MAX_PICTURE_BYTES,
  PICTURE_TOO_LARGE,
  pictureFormatOf,
  wrongPictureType,
} from "#server/media/media-address.ts";

/** A chosen file as a data URL, held against the limits before it is sent. */
export async function readPicture(file: File): Promise<{ dataUrl: string } | { refusal: string }> {
  if (file.size > MAX_PICTURE_BYTES) return { refusal: PICTURE_TOO_LARGE };
  const head = new Uint8Array(await file.slice(0, 16).arrayBuffer());
  if (!pictureFormatOf(head)) return { refusal: wrongPictureType(head, file.type) };
  return { dataUrl: await dataUrlOf(file) };
}

function dataUrlOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error("The file could not be read"));
    reader.readAsDataURL(file);
  });
}
