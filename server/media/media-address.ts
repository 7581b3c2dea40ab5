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
const PICTURE_WRONG_TYPE = "Only PNG, JPG and WebP pictures can be used.";
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

/** What other pictures begin with, by the name that people know; the first of "ftyp" files stands behind four bytes. */
const otherPictures: [RegExp, string][] = [
  [/^GIF8/, "GIF"],
  [/^.{4}ftyp(heic|heix|heim|heis|hevc|hevx|mif1|msf1)/s, "HEIC"],
  [/^.{4}ftyp(avif|avis)/s, "AVIF"],
  [/^(II\*\0|MM\0\*)/, "TIFF"],
  [/^BM/, "BMP"],
  [/^%PDF/, "PDF"],
  [/^(\xef\xbb\xbf)?\s*<(svg|\?xml|!--|!doctype svg)/i, "SVG"],
];

/** Why a file is no picture of ours, by what it is, or by what its sender says that it is. */
export function wrongPictureType(bytes: Uint8Array, declared = ""): string {
  const start = String.fromCharCode(...bytes.subarray(0, 16));
  const type = /^image\/(?:x-)?([a-z0-9]+)/i.exec(declared)?.[1]?.toUpperCase() ?? "";
  const isOurs = ["PNG", "JPEG", "JPG", "WEBP"].includes(type);
  const name = otherPictures.find(([beginning]) => beginning.test(start))?.[1] ?? (isOurs ? "" : type);
  return name === "" ? PICTURE_WRONG_TYPE : `This file is ${name}. ${PICTURE_WRONG_TYPE}`;
}

/** What a data URL says that it holds. */
export function declaredTypeOf(dataUrl: string): string {
  return /^data:([^;,]*)/i.exec(dataUrl)?.[1] ?? "";
}

const shape = /^data:[\w.+/-]*(?:;[\w.+-]+=[\w.+-]*)*;base64,/i;
const base64 = /^[A-Za-z0-9+/]+={0,2}$/;

export function isDataUrl(text: string): boolean {
  return /^data:/i.test(text);
}

/** The bytes of a base64 data URL, whatever it claims them to be; undefined when it is none. */
export function bytesOfDataUrl(text: string): Uint8Array | undefined {
  const head = shape.exec(text)?.[0];
  if (head === undefined) return undefined;
  const content = text.slice(head.length);
  if (!base64.test(content) || content.length % 4 !== 0) return undefined;
  return Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
}

/** Widths in pixels that browsers may choose from; a picture narrower than one of them is never blown up. */
const WIDTHS = [320, 640, 960, 1280];
const OWN_WIDTHS = [160, 320, 480, 640, 800, 960, 1280];

/** An uploaded picture as its address names it: content and size, so that a page needs no look-up to show it. */
export interface MediaPicture {
  /** SHA-256 of what was uploaded, in hexadecimal. */
  hash: string;
  /** Of the picture itself, in pixels. */
  width: number;
  height: number;
}

const addressShape = /^\/media\/([0-9a-f]{64})-([1-9]\d{0,4})x([1-9]\d{0,4})(?:-([1-9]\d{0,4}))?\.webp$/;

/** "/media/<hash>-1200x800.webp", or of one of its sizes "/media/<hash>-1200x800-640.webp". */
export function mediaAddress({ hash, width, height }: MediaPicture, size?: number): string {
  return `/media/${hash}-${width}x${height}${size === undefined ? "" : `-${size}`}.webp`;
}

/** The picture at an address, and which of its sizes; undefined for any other address. */
export function mediaPictureAt(address: string): (MediaPicture & { size: number }) | undefined {
  const [, hash, width, height, size] = addressShape.exec(address) ?? [];
  if (!hash) return undefined;
  return { hash, width: Number(width), height: Number(height), size: Number(size ?? width) };
}

/** In which widths an uploaded picture of this width is kept, its own the last. */
export function mediaWidths(width: number): number[] {
  return [...WIDTHS.filter((candidate) => candidate < width), width];
}

/** The same of a picture of the shop's own, which the build makes. */
export function pictureWidths(width: number): number[] {
  return [...OWN_WIDTHS.filter((candidate) => candidate < width), width];
}

/** The smallest size of a picture of ours or of an upload; any other address is used as it is. */
export function thumbnailOf(src: string): string {
  const upload = mediaPictureAt(src);
  if (upload) return mediaAddress(upload, mediaWidths(upload.width)[0]);
  return src.replace(/^\/pictures\/([a-z0-9-]+)\.jpg$/, "/pictures/$1-160.webp");
}

/** The limit that the screen states, which the server enforces (docs/rules.md#catalogue-13). */
export const DOCUMENT_LIMIT_TEXT = "PDF up to 5MB";
export const MAX_DOCUMENT_BYTES = 5 * 1024 * 1024;
export const DOCUMENT_TOO_LARGE = "The document is larger than 5 MB. Please choose a smaller one.";
export const DOCUMENT_WRONG_TYPE = "Only PDF documents can be used.";

/** Whether the bytes begin as a PDF does, whatever the file's name or sender says. */
export function isPdf(bytes: Uint8Array): boolean {
  return [0x25, 0x50, 0x44, 0x46, 0x2d].every((value, index) => bytes[index] === value);
}

/** An uploaded document: its content, and the name under which a browser saves it. */
interface StoredDocument {
  /** SHA-256 of its bytes, in hexadecimal. */
  hash: string;
  /** Letters, digits and hyphens. */
  name: string;
}

const documentAddressShape = /^\/documents\/([0-9a-f]{64})\/([a-z0-9-]{1,120})\.pdf$/;

/** "/documents/<hash>/safety-data-sheet.pdf" */
export function documentAddress({ hash, name }: StoredDocument): string {
  return `/documents/${hash}/${name}.pdf`;
}

/** The document at an address; undefined for any other address. */
export function documentAt(address: string): StoredDocument | undefined {
  const [, hash, name] = documentAddressShape.exec(address) ?? [];
  return hash && name ? { hash, name } : undefined;
}
