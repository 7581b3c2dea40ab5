/** The part of the package that font-faces.ts uses; it brings no types. */
declare module "subset-font" {
  interface SubsetOptions {
    targetFormat: "woff2";
    /** The value that an axis keeps, or its range. */
    variationAxes: Record<string, number | { min: number; max: number }>;
    /** OpenType features of four letters. */
    keepFeatures: readonly string[];
  }
  export default function subsetFont(font: Buffer, text: string, options: SubsetOptions): Promise<Buffer>;
}
