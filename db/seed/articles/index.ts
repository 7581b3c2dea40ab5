import { chargeIt, compostHeap, howMuch, pots } from "./growing-articles.ts";
import { britishWood, carbonFigure, digester, farm, fromLog } from "./trade-articles.ts";

/** An article of the reference data, published from the start. */
export interface SeedArticle {
  slug: string;
  title: string;
  excerpt: string;
  /** The name of a picture in app/pictures. */
  picture: string;
  imageAlt: string;
  /** ISO instant. */
  publishedAt: string;
  /** Markdown. */
  body: string;
}

/** The blog's first articles, oldest first. */
export const seedArticles = [
  chargeIt,
  howMuch,
  fromLog,
  carbonFigure,
  compostHeap,
  britishWood,
  pots,
  digester,
  farm,
];
