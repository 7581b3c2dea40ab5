import type { Handling } from "#server/pricing/loads.ts";

/** The eight products of the reference data; pack sizes match the labels in the pictures. Prices in pence. */
export interface SeedProduct {
  name: string;
  slug: string;
  description: string;
  price: number;
  salePrice?: number;
  category: string;
  picture: string;
  stockQuantity: number;
  isBestseller?: boolean;
  isNew?: boolean;
  showOnHome?: boolean;
  netGrams?: number;
  packMillilitres?: number;
  handling?: Handling;
  mixedIntoSoil?: boolean;
}

export const seedProducts: SeedProduct[] = [
  {
    name: "Premium Biochar",
    slug: "premium-biochar",
    description:
      "Fine-grade biochar for beds, borders and vegetable plots. Made from sustainable British forestry wood, with more than 80% carbon and a stable, porous structure that holds water and nutrients where roots can reach them. 5 kg bag.",
    price: 2499,
    category: "Soil Improvement",
    picture: "premium-biochar",
    stockQuantity: 140,
    isBestseller: true,
    netGrams: 5000,
    mixedIntoSoil: true,
  },
  {
    name: "Biochar Compost Mix",
    slug: "biochar-compost-mix",
    description:
      "Peat-free compost blended with biochar, ready to use straight from the bag in pots, planters and raised beds. The biochar is charged with nutrients during composting, so it feeds plants from the first week. 20 litre bag.",
    price: 1450,
    salePrice: 1195,
    category: "Compost & Growing Media",
    picture: "biochar-compost-mix",
    stockQuantity: 86,
  },
  {
    name: "Specialized Plant Biochar",
    slug: "specialized-plant-biochar",
    description:
      "A small-particle biochar for houseplants, seedlings and containers, sieved so that it mixes evenly into potting compost at 5–15% by volume. 1 kg pouch.",
    price: 899,
    category: "Compost & Growing Media",
    picture: "specialized-plant-biochar",
    stockQuantity: 64,
    isNew: true,
    netGrams: 1000,
    mixedIntoSoil: true,
  },
  {
    name: "Activated Biochar",
    slug: "activated-biochar",
    description:
      "Activated biochar for the biogas industry: a high surface area carrier added to the digester, supplied by the tub for trials and plant operators. Talk to us about larger quantities.",
    price: 7500,
    category: "Industrial",
    picture: "activated-biochar",
    stockQuantity: 22,
    isNew: true,
  },
  {
    name: "Bulk Biochar",
    slug: "bulk-biochar",
    description:
      "Biochar by the cubic metre for farms, landscapers and growers, delivered in a lined bulk bag ready to spread and incorporate at 10–20% by volume. 1 m³ bag.",
    price: 34500,
    salePrice: 31500,
    category: "Bulk & Commercial",
    picture: "bulk-biochar",
    stockQuantity: 12,
    isBestseller: true,
    packMillilitres: 1_000_000,
    handling: "bulk_bag",
    mixedIntoSoil: true,
  },
  {
    name: "Animal Feed Biochar",
    slug: "animal-feed-biochar",
    description:
      "Fine, low-ash biochar for mixing with feed and bedding. Ask your vet or nutritionist how it fits your herd before you begin.",
    price: 3250,
    category: "Animal Care",
    picture: "animal-feed-biochar",
    stockQuantity: 38,
  },
  {
    name: "Wood Vinegar",
    slug: "wood-vinegar",
    description:
      "The liquid gathered from the smoke of pyrolysis, settled and filtered. Dilute generously and water in as a traditional plant and soil tonic. 1 litre bottle.",
    price: 1295,
    category: "Plant Care",
    picture: "wood-vinegar",
    stockQuantity: 0,
  },
  {
    name: "Biochar Masks",
    slug: "biochar-masks",
    description:
      "Washable cotton face masks with a replaceable biochar filter layer. Pack of two, with four filters.",
    price: 695,
    category: "Lifestyle",
    picture: "biochar-masks",
    stockQuantity: 50,
    showOnHome: false,
  },
];
