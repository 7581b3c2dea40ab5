/** What the unit price of a product is told for: a kilogram, a litre, a cubic metre, or none is told. */
export const unitPriceBases = ["none", "kg", "l", "m3"] as const;
export type UnitPriceBasis = (typeof unitPriceBases)[number];

/** The materials that packaging is counted by, as in the yearly table of packaging. */
export const packagingMaterials = ["paper", "plastic", "wovenPlastic", "wood", "glass", "metal"] as const;
export type PackagingMaterial = (typeof packagingMaterials)[number];

/** Grams of packaging around one unit; a missing material is none. */
export type Packaging = Partial<Record<PackagingMaterial, number>>;
