import { rangeOf } from "#server/settings/claims.ts";
import type { ContentPage } from "../content-page.ts";
import { Ranges } from "../diagrams/bars.tsx";
import { ProductionSteps } from "../diagrams/production-steps.tsx";
import { capital, Definitions, Figures, PictureRow } from "../parts/figures.tsx";
import { Band, NextLinks, PageHead, Section, Source, Text } from "../parts/sections.tsx";

const picture = {
  src: "/pictures/hero-manufacturing.jpg",
  alt: "Illustration: a kiln glowing with hot char in a brick workshop, logs stacked beside it",
};

export const manufacturing: ContentPage = {
  title: "Manufacturing",
  description:
    "How our biochar is made: clean wood of British forestry, dried to under 18% moisture, heated at 450–550°C without oxygen, sieved, tested and packed.",
  picture,
  body: ({ claims }) => (
    <article>
      <PageHead
        eyebrow="How it is made"
        title="Manufacturing"
        lead="Clean wood, dried well and heated slowly without air. The rest is care."
        picture={picture}
      />
      <PictureRow
        heading="What goes in"
        pictureRight
        picture={{
          src: "/pictures/blog-3.jpg",
          alt: "Illustration: a heap of pale wood chips beside cut logs",
        }}
      >
        <p>
          What goes into a kiln comes out of it. We use untreated wood from sustainable British forestry and
          nothing else: no paint, no glue, no preservative, no household waste.
        </p>
        <h3>Types of feedstock</h3>
        <ul>
          <li>
            <strong>Thinnings and tops</strong> from managed woodland: what is taken out so that the remaining
            trees have room
          </li>
          <li>
            <strong>Clean offcuts and chip</strong> from sawmills: even in size and quick to dry
          </li>
          <li>
            <strong>Coppice and hedgerow wood</strong>: cut on a cycle, and grown again from the stool
          </li>
        </ul>
        <p>
          <a href="/blog/why-we-begin-with-british-wood">Why we begin with British wood</a>
        </p>
      </PictureRow>
      <Band heading="Three steps" intro="Each can spoil the batch, so each has a figure that we hold to.">
        <ProductionSteps
          steps={[
            {
              title: "Drying",
              figure: `${capital(claims.moisture.figure)} moisture`,
              text: "The wood is chipped, graded and dried. Water that is still in it would have to be boiled off in the kiln, at the cost of heat and of an even char.",
            },
            {
              title: "Pyrolysis",
              figure: claims.kiln.figure,
              text: "It is heated without oxygen, so that it cannot burn. The gases that leave the wood fire the kiln; what stays behind is its carbon.",
            },
            {
              title: "Finishing",
              figure: `${capital(claims.carbon.figure)} carbon`,
              text: "The char is quenched, sieved to size, sampled and packed. A pack says what is in it and how to handle it.",
            },
          ]}
        />
      </Band>
      <Section
        heading="Why this temperature"
        intro="Biochar can be made over a wide range. We stay in the middle of it."
      >
        <Ranges
          from={300}
          to={750}
          unit="°C"
          ranges={[
            { label: "Described in research", ...rangeOf(claims.kilnRange), shown: claims.kilnRange.figure },
            { label: "Our kiln", ...rangeOf(claims.kiln), shown: claims.kiln.figure },
          ]}
        />
        <Text>
          <p>
            Lower heat leaves more char, but with more in it that soil life can still break down. Higher heat
            opens finer pores and leaves less. In between lies a char with plenty of stable carbon and pores
            of many sizes, which is what soil needs.
            <Source number={8} />
          </p>
        </Text>
      </Section>
      <Section
        heading="Quality and standards"
        intro="Every batch is sampled, and its figures are kept with its number."
      >
        <Text>
          <p>
            We measure ourselves against the four standards below. Each page says what the standard asks for,
            how it is checked, and what it means for what you buy here.
          </p>
        </Text>
        <Definitions
          entries={[
            {
              term: "EBC Certification",
              to: "/manufacturing/ebc-certification",
              meaning: "The European Biochar Certificate looks at the wood, the kiln and the char.",
            },
            {
              term: "International Biochar Initiative",
              to: "/manufacturing/international-biochar-initiative",
              meaning: "A common language: what biochar is, and how a laboratory tests it.",
            },
            {
              term: "Verified Carbon Standard",
              to: "/manufacturing/co2-certification",
              meaning: "How carbon that biochar stores is counted, checked and recorded.",
            },
            {
              term: "Puro Earth",
              to: "/manufacturing/puro-earth",
              meaning: "A standard and a register for carbon removal.",
            },
            {
              term: "The Science",
              to: "/science",
              meaning: "What research has measured, and what it has not.",
            },
          ]}
        />
      </Section>
      <Band heading="Technical specification">
        <Figures claims={[claims.carbon, claims.ph, claims.kiln, claims.moisture, claims.water]} />
        <p className="mt-6 max-w-3xl text-[0.9375rem] text-ink-soft">
          Figures for our biochar as it leaves the yard. Wood differs, and so do soils: ask us for the figures
          of the batch if yours depend on them. The certificate's own limits are{" "}
          <a href="/manufacturing/ebc-certification" className="text-moss underline underline-offset-4">
            {claims.ebcCarbon.figure} carbon and {claims.ebcAsh.figure} ash
          </a>
          .
        </p>
      </Band>
      <NextLinks
        heading="See what we make of it"
        text="Fine, medium and bulk grades, plain or ready to use."
        links={[
          { label: "Browse products", to: "/products" },
          { label: "Ask about a batch", to: "/contact" },
        ]}
      />
    </article>
  ),
};
