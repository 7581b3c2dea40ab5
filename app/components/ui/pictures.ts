/* Written by scripts/build-pictures.ts from app/pictures; do not edit. */

export interface PictureFacts {
  /** Of the source, in pixels. */
  width: number;
  height: number;
  /** In which widths /pictures/<name>-<width>.avif and .webp exist; .jpg in 960, or the whole width. */
  widths: number[];
  /** The average, shown until the picture arrives. */
  colour: string;
}

export const pictures: Record<string, PictureFacts> = {
  "activated-biochar": {
    width: 1200,
    height: 1200,
    widths: [160, 320, 480, 640, 800, 960, 1200],
    colour: "#bcb7af",
  },
  "animal-feed-biochar": {
    width: 1200,
    height: 1200,
    widths: [160, 320, 480, 640, 800, 960, 1200],
    colour: "#cbc6b9",
  },
  "biochar-compost-mix": {
    width: 1200,
    height: 1200,
    widths: [160, 320, 480, 640, 800, 960, 1200],
    colour: "#bfb9ac",
  },
  "biochar-masks": {
    width: 1200,
    height: 1200,
    widths: [160, 320, 480, 640, 800, 960, 1200],
    colour: "#c6c1b9",
  },
  "blog-1": {
    width: 1600,
    height: 900,
    widths: [160, 320, 480, 640, 800, 960, 1280, 1600],
    colour: "#3e3427",
  },
  "blog-2": {
    width: 1600,
    height: 900,
    widths: [160, 320, 480, 640, 800, 960, 1280, 1600],
    colour: "#3b4120",
  },
  "blog-3": {
    width: 1600,
    height: 900,
    widths: [160, 320, 480, 640, 800, 960, 1280, 1600],
    colour: "#695e39",
  },
  "blog-4": {
    width: 1600,
    height: 900,
    widths: [160, 320, 480, 640, 800, 960, 1280, 1600],
    colour: "#52532b",
  },
  "bulk-biochar": {
    width: 1200,
    height: 1200,
    widths: [160, 320, 480, 640, 800, 960, 1200],
    colour: "#c7c2b9",
  },
  "hero-community": {
    width: 1600,
    height: 900,
    widths: [160, 320, 480, 640, 800, 960, 1280, 1600],
    colour: "#727552",
  },
  "hero-home": {
    width: 1600,
    height: 900,
    widths: [160, 320, 480, 640, 800, 960, 1280, 1600],
    colour: "#43431f",
  },
  "hero-manufacturing": {
    width: 1600,
    height: 900,
    widths: [160, 320, 480, 640, 800, 960, 1280, 1600],
    colour: "#65432e",
  },
  "hero-science": {
    width: 1600,
    height: 900,
    widths: [160, 320, 480, 640, 800, 960, 1280, 1600],
    colour: "#2f2e2c",
  },
  "og-image": {
    width: 1200,
    height: 630,
    widths: [160, 320, 480, 640, 800, 960, 1200],
    colour: "#42411e",
  },
  "premium-biochar": {
    width: 1200,
    height: 1200,
    widths: [160, 320, 480, 640, 800, 960, 1200],
    colour: "#b8b0a3",
  },
  "specialized-plant-biochar": {
    width: 1200,
    height: 1200,
    widths: [160, 320, 480, 640, 800, 960, 1200],
    colour: "#bbb6a3",
  },
  "wood-vinegar": {
    width: 1200,
    height: 1200,
    widths: [160, 320, 480, 640, 800, 960, 1200],
    colour: "#cdc2b6",
  },
};
