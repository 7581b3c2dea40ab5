/** Widths in pixels that browsers may choose from; a picture narrower than one of them is never blown up. */
const WIDTHS = [320, 640, 960, 1280];

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

/** In which widths a picture of this width is kept, its own the last. */
export function mediaWidths(width: number): number[] {
  return [...WIDTHS.filter((candidate) => candidate < width), width];
}
