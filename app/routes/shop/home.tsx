import { useLoaderData } from "@remix-run/react";
import { LazyCalculators } from "#app/components/calculators/lazy-calculators.tsx";
import { ProductCard } from "#app/components/catalogue/product-card.tsx";
import { BenefitCards, BiogasSection, Hero, WorldClass } from "#app/components/content/home-sections.tsx";
import { NewsletterSection } from "#app/components/content/newsletter-section.tsx";
import { StructuredData } from "#app/components/layout/structured-data.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import { findHomeProducts, findSoilPacks } from "#server/catalogue/find-products.server.ts";
import type { ProductView } from "#server/catalogue/product-view.ts";
import { structuredOrganisation, structuredWebSite } from "#server/content/structured-content.ts";
import { shopTopics } from "#server/http/cacheable-address.ts";
import { deliverySentence } from "#server/pricing/delivery-sentences.ts";
import { sharedPage } from "#server/process/page.server.ts";
import { figuresOf, homeFigures } from "#server/settings/claims.ts";
import { deliveryRuleOf } from "#server/settings/store-settings.ts";

const description =
  "Biochar made in small batches from sustainable British forestry: for gardens, farms, growers and the biogas industry.";

export const meta = pageMeta({ title: (storeName) => `${storeName} · Biochar for living soil`, description });

export const loader = sharedPage({ topics: shopTopics }, async ({ context }) => ({
  products: await findHomeProducts(context),
  soilPacks: await findSoilPacks(context),
  figures: figuresOf(context.settings.claims, homeFigures),
  delivery: deliverySentence(deliveryRuleOf(context.settings), context.settings.currency),
}));

export default function Home() {
  const { products, soilPacks, figures, delivery } = useLoaderData<typeof loader>();
  return (
    <>
      <StructuredData
        describe={
          import.meta.env.SSR &&
          (({ store, publicUrl }) => [
            structuredOrganisation(store, publicUrl),
            structuredWebSite(store.storeName, publicUrl),
          ])
        }
      />
      <Hero />
      <BiogasSection />
      <BenefitCards figures={figures} />
      <div className="border-y border-line bg-moss-soft">
        <LazyCalculators packs={soilPacks} deliverySentence={delivery} />
      </div>
      <ProductGrid products={products} />
      <WorldClass figures={figures} />
      <NewsletterSection source="home" />
    </>
  );
}

function ProductGrid({ products }: { products: ProductView[] }) {
  if (products.length === 0) return null;
  return (
    <section className="bg-sunken" aria-labelledby="our-products">
      <div className="frame py-12 sm:py-16 lg:py-24">
        <div className="flex flex-wrap items-end justify-between gap-6">
          <h2 id="our-products" className="text-section">
            Our Products
          </h2>
          <ButtonLink to="/products" variant="secondary">
            View All Products
          </ButtonLink>
        </div>
        <ul className="mt-8 grid auto-rows-fr gap-4 sm:mt-10 sm:grid-cols-2 sm:gap-6 lg:grid-cols-4">
          {products.map((product) => (
            <li key={product.id} className="flex">
              <ProductCard product={product} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
