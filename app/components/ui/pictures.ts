/* Written by scripts/build-pictures.ts from app/pictures; do not edit. */

interface PictureFacts {
  /** Of the source, in pixels: /pictures/<name>-<width>.avif and .webp exist in each of its `pictureWidths`. */
  width: number;
  height: number;
  /** The average, shown until the picture arrives. */
  colour: string;
}

export const pictures: Record<string, PictureFacts> = {
  "activated-biochar": { width: 1200, height: 1200, colour: "#bcb7af" },
  "animal-feed-biochar": { width: 1200, height: 1200, colour: "#cbc6b9" },
  "biochar-compost-mix": { width: 1200, height: 1200, colour: "#bfb9ac" },
  "biochar-masks": { width: 1200, height: 1200, colour: "#c6c1b9" },
  "blog-1": { width: 1600, height: 900, colour: "#3e3427" },
  "blog-2": { width: 1600, height: 900, colour: "#3b4120" },
  "blog-3": { width: 1600, height: 900, colour: "#695e39" },
  "blog-4": { width: 1600, height: 900, colour: "#52532b" },
  "bulk-biochar": { width: 1200, height: 1200, colour: "#c7c2b9" },
  "hero-community": { width: 1600, height: 900, colour: "#727552" },
  "hero-home": { width: 1600, height: 900, colour: "#43431f" },
  "hero-manufacturing": { width: 1600, height: 900, colour: "#65432e" },
  "hero-science": { width: 1600, height: 900, colour: "#2f2e2c" },
  "og-image": { width: 1200, height: 630, colour: "#42411e" },
  "premium-biochar": { width: 1200, height: 1200, colour: "#b8b0a3" },
  "specialized-plant-biochar": { width: 1200, height: 1200, colour: "#bbb6a3" },
  "wood-vinegar": { width: 1200, height: 1200, colour: "#cdc2b6" },
};
