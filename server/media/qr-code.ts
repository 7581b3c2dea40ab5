import { encode } from "uqr";

/** A QR code as one SVG path of unit squares in a square of `size` units, with the quiet zone that readers need. */
export interface QrCode {
  size: number;
  path: string;
}

/** Draws a text; it stays readable with a seventh of it damaged (error correction M). */
export function qrCodeOf(text: string): QrCode {
  const { size, data } = encode(text, { ecc: "M", border: 4 });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return { size, path };
}
