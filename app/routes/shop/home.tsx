import { Link, useLoaderData } from "@remix-run/react";
import { CloudSun, Droplets, FlaskConical, Sprout } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import { ProductCard } from "#app/components/catalogue/product-card.tsx";
import { NewsletterSection } from "#app/components/content/newsletter-section.tsx";
import { StructuredData } from "#app/components/layout/structured-data.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Picture } from "#app/components/ui/picture.tsx";
import { lazyPart } from "#app/lib/document/missing-files.tsx";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import { findHomeProducts, findSoilPacks } from "#server/catalogue/find-products.server.ts";
import type { ProductView } from "#server/catalogue/product-view.ts";
import { structuredOrganisation, structuredWebSite } from "#server/content/structured-content.ts";
import { shopTopics } from "#server/http/cacheable-address.ts";
import { deliverySentence } from "#server/pricing/delivery-sentences.ts";
import { sharedPage } from "#server/process/page.server.ts";
import { figuresOf, type HomeFigures, homeFigures } from "#server/settings/claims.ts";
import { deliveryRuleOf } from "#server/settings/store-settings.ts";

/** The server renders them, and they work as forms at once; their code loads after the rest of the page. */
const Calculators = lazyPart(() => import("#app/components/calculators/carbon-offset-calculator.tsx"));

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
        <Suspense fallback={null}>
          <Calculators packs={soilPacks} deliverySentence={delivery} />
        </Suspense>
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

/** The first section: what the shop sells, and a link to it. */
function Hero() {
  return (
    <section className="frame grid items-center gap-x-12 gap-y-10 pt-8 pb-12 sm:pb-16 lg:grid-cols-[5fr_7fr] lg:pt-12 lg:pb-24">
      <div>
        <p className="text-sm font-medium text-moss">Made in small batches</p>
        <h1 className="mt-4 text-hero">Biochar for living soil</h1>
        <p className="mt-6 max-w-lg text-lg text-ink-soft">
          Charcoal made for the ground, from sustainable British forestry. Dig it in once, and its pores hold
          water, air and nutrients where roots can reach them, season after season.
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <ButtonLink to="/products" size="large">
            Shop biochar
          </ButtonLink>
          <ButtonLink to="/about" size="large" variant="secondary">
            Our story
          </ButtonLink>
        </div>
      </div>
      <Picture
        src="/pictures/hero-home.jpg"
        alt="Illustration: a seedling rising from dark soil with pieces of biochar in it"
        sizes="(min-width: 80rem) 44rem, (min-width: 64rem) 55vw, 100vw"
        priority
        className="aspect-4/3 w-full rounded-2xl object-cover object-[78%_50%] lg:aspect-5/4"
      />
    </section>
  );
}

const featuresOf = (figures: HomeFigures) => [
  {
    title: "British forestry wood",
    text: "Clean feedstock from sustainable British forestry, and nothing else.",
  },
  {
    title: "Dried first",
    text: `Wood goes in at ${figures.moisture} moisture, so the heat makes char and not steam.`,
  },
  { title: "Slow, exact heat", text: `Pyrolysis at ${figures.kiln}, held steady, without oxygen.` },
  {
    title: `${figures.carbon.charAt(0).toUpperCase()}${figures.carbon.slice(1)} carbon`,
    text: `The European Biochar Certificate asks for ${figures.ebcCarbon}.`,
  },
  { title: "Low in ash", text: `Held to the certificate’s limit, ${figures.ebcAsh} ash, batch by batch.` },
  {
    title: "Tried in the field",
    text: `${figures.projects} projects and ${figures.partnerships} partnerships stand behind our advice.`,
  },
];

/** The feature grid. */
function WorldClass({ figures }: { figures: HomeFigures }) {
  return (
    <section className="frame py-12 sm:py-16 lg:py-24" aria-labelledby="world-class">
      <Picture
        src="/pictures/hero-manufacturing.jpg"
        alt="Illustration: a kiln glowing with hot char in a brick workshop, logs stacked beside it"
        sizes="(min-width: 80rem) 75rem, 100vw"
        className="aspect-21/9 w-full rounded-2xl object-cover"
      />
      <div className="mt-8 grid gap-x-16 gap-y-8 sm:mt-12 lg:grid-cols-[4fr_8fr]">
        <div>
          <h2 id="world-class" className="text-section">
            Why our biochar is world class
          </h2>
          <p className="mt-4 text-ink-soft">
            Good char is a matter of clean wood, dry wood and patience. We measure all three.
          </p>
          <ButtonLink to="/products" className="mt-6">
            Choose your biochar
          </ButtonLink>
        </div>
        <ul className="grid gap-x-10 gap-y-4 sm:grid-cols-2 sm:gap-y-8">
          {featuresOf(figures).map(({ title, text }) => (
            <li key={title} className="border-t border-line-strong pt-3 sm:pt-4">
              <h3 className="text-xl">{title}</h3>
              <p className="mt-1.5 text-[0.9375rem] text-ink-soft">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** What biochar does. A claim about carbon carries its qualifier (docs/rules.md#content-2). */
const benefitsOf = (figures: HomeFigures): { Icon: typeof Droplets; title: string; text: ReactNode }[] => [
  {
    Icon: Droplets,
    title: "Holds water",
    text: `Mixed into soil it raises water holding by ${figures.water.replace(/^\+/, "")}, so beds and pots need watering less often.`,
  },
  {
    Icon: FlaskConical,
    title: "Keeps nutrients",
    text: `With a pH of ${figures.ph} and a vast inner surface, it holds on to nutrients that rain would wash away.`,
  },
  {
    Icon: Sprout,
    title: "Shelters soil life",
    text: "Its pores are a lasting home for the fungi and microbes that feed the roots of your plants.",
  },
  {
    Icon: CloudSun,
    title: "Locks carbon away",
    text: (
      <>
        Each kilogram holds the carbon of {figures.co2PerKilogram} of CO₂, gross, before transport and
        production.{" "}
        <Link to="/science" className="text-moss underline underline-offset-4">
          How we work this out
        </Link>
        , and{" "}
        <Link to="/batches" className="text-moss underline underline-offset-4">
          what each batch was measured to hold
        </Link>
        .
      </>
    ),
  },
];

function BenefitCards({ figures }: { figures: HomeFigures }) {
  return (
    <section className="frame py-12 sm:py-16 lg:py-24" aria-labelledby="benefits">
      <h2 id="benefits" className="max-w-2xl text-section">
        One handful, many small rooms
      </h2>
      <p className="mt-4 max-w-2xl text-lg text-ink-soft">
        Under a microscope biochar is a honeycomb. That is why so little of it does so much.
      </p>
      <ul className="mt-8 grid gap-5 sm:mt-10 sm:grid-cols-2 sm:gap-4 lg:grid-cols-4 lg:gap-6">
        {benefitsOf(figures).map(({ Icon, title, text }) => (
          <li
            key={title}
            className="grid grid-cols-[auto_1fr] gap-x-4 sm:block sm:rounded-xl sm:border sm:border-line sm:bg-surface sm:p-6"
          >
            <Icon aria-hidden className="row-span-2 size-7 text-moss" strokeWidth={1.5} />
            <h3 className="text-xl sm:mt-5">{title}</h3>
            <p className="mt-1 text-[0.9375rem] text-ink-soft sm:mt-2">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The activated product for the biogas industry. */
function BiogasSection() {
  return (
    <section className="bg-sunken" aria-labelledby="biogas">
      <div className="frame grid items-center gap-x-16 gap-y-8 py-12 sm:py-16 md:grid-cols-2 lg:py-24">
        <Picture
          src="/pictures/activated-biochar.jpg"
          alt="Illustration: a steel tub labelled Activated Biochar behind a heap of black granules"
          sizes="(min-width: 80rem) 36rem, (min-width: 48rem) 45vw, 100vw"
          className="aspect-video w-full rounded-2xl object-cover md:aspect-square"
        />
        <div>
          <p className="text-sm font-medium text-moss">For the biogas industry</p>
          <h2 id="biogas" className="mt-3 text-section">
            Activated Biochar for steadier digesters
          </h2>
          <div className="mt-5 max-w-xl space-y-4 text-ink-soft">
            <p>
              Anaerobic digestion is the work of microbes, and microbes need somewhere to live. Added with the
              feedstock, our activated biochar gives them a very large, clean surface to settle on and takes
              up substances that can hold them back.
            </p>
            <p>
              What leaves the digester is digestate with biochar in it, ready for the field. We supply it by
              the tub for trials, and talk quantities with plant operators.
            </p>
          </div>
          <div className="mt-8 flex flex-wrap gap-3">
            <ButtonLink to="/products">See Activated Biochar</ButtonLink>
            <ButtonLink to="/blog" variant="secondary">
              Read about it on the blog
            </ButtonLink>
          </div>
        </div>
      </div>
    </section>
  );
}
