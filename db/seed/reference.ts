import { randomBytes } from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import { BlogPost, Counter, FaqEntry, Product, ShopSecret } from "../entities/index.ts";
import { seedArticles } from "./articles.ts";
import { seedFaq } from "./faq.ts";
import { seedProducts } from "./products.ts";

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
