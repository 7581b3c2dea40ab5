import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import type { EntityManager } from "@mikro-orm/postgresql";
import { faqCategories } from "#server/content/content-views.ts";
import { splitText } from "#server/content/prose.server.ts";
import type { Handling } from "#server/pricing/loads.ts";
import { BlogPost, Counter, FaqEntry, Product, ShopSecret } from "../entities/index.ts";

/** The name of the counter that numbers VAT invoices without gaps. */
export const VAT_INVOICE_COUNTER = "vat_invoice";

/** What every shop starts with: eight products, articles and Q&A, the invoice counter, the cookie signing key. */
export async function seedReference(em: EntityManager): Promise<void> {
  if ((await em.count(Counter)) > 0) return;
  em.create(Counter, { name: VAT_INVOICE_COUNTER, value: 0 });
  em.create(ShopSecret, { name: "cookie", value: randomBytes(32).toString("base64url") });
  for (const { picture, ...product } of seedProducts) {
    em.create(Product, {
      ...product,
      onSale: product.salePrice !== undefined,
      imageUrl: `/pictures/${picture}.jpg`,
    });
  }
  seedContent(em);
  await em.flush();
}

/** The first articles and the Q&A, all of which administrators may change. */
function seedContent(em: EntityManager): void {
  for (const { picture, publishedAt, ...article } of seedArticles()) {
    em.create(BlogPost, {
      ...article,
      imageUrl: `/pictures/${picture}.jpg`,
      status: "published",
      publishedAt: new Date(publishedAt),
    });
  }
  for (const entry of seedFaq()) em.create(FaqEntry, { ...entry, published: true });
}

/**
 * The blog's first articles, oldest first: the files of `articles/`, each called as its address. `picture` is the name
 * of one in app/pictures.
 */
function seedArticles() {
  const folder = new URL("articles/", import.meta.url);
  const articles = readdirSync(folder).map((file) => {
    const { about, body } = splitText(readFileSync(new URL(file, folder), "utf8"));
    const { title = "", excerpt = "", picture = "", imageAlt = "", publishedAt = "" } = about;
    const slug = file.replace(/\.md$/, "");
    return { slug, title, excerpt, picture, imageAlt, publishedAt, body: body.trim() };
  });
  return articles.sort((one, other) => one.publishedAt.localeCompare(other.publishedAt));
}

/** The Q&A page of the reference data, in page order: `faq.md`, where "# " begins a category and "## " a question. */
function seedFaq() {
  const text = readFileSync(new URL("faq.md", import.meta.url), "utf8");
  const sections = text.split(/^# /m).map((section) => section.split(/^## /m));
  return faqCategories.flatMap((category) => {
    const [, ...questions] = sections.find(([name]) => name?.trim() === category) ?? [];
    return questions.map((entry, index) => {
      const [question = "", ...lines] = entry.split("\n");
      return { category, question, answer: lines.join("\n").trim(), position: index + 1 };
    });
  });
}

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
