import type { ContentPage } from "../content-page.ts";
import { Definitions, Figures } from "../parts/figures.tsx";
import { Band, NextLinks, PageHead, Section, Text } from "../parts/sections.tsx";

const picture = {
  src: "/pictures/hero-science.jpg",
  alt: "Illustration: the honeycomb surface of charcoal, seen from very near",
};

export const internationalBiocharInitiative: ContentPage = {
  title: "International Biochar Initiative",
  description:
    "What the International Biochar Initiative does, how its standards sort the tests, and how we describe our biochar in its terms.",
  picture,
  body: ({ claims }) => (
    <article>
      <PageHead
        eyebrow="Standards"
        title="International Biochar Initiative"
        lead="The International Biochar Initiative brings together the people who make, study and use biochar around the world."
        picture={picture}
      />
      <Section heading="A common language">
        <Text>
          <p>
            “Charcoal” can mean anything from a barbecue briquette to an artist's pencil. The Initiative's
            standards say, in terms that a laboratory can check, what may be called biochar when it goes into
            soil, and what a producer should say about it. They describe the material and leave open how it
            was made.
          </p>
          <p>They sort the tests into three categories:</p>
        </Text>
        <Definitions
          entries={[
            {
              term: "A: basic utility",
              meaning:
                "Required of every biochar: moisture, organic carbon, ash, pH and the size of its particles.",
            },
            {
              term: "B: toxicants",
              meaning:
                "Required of every biochar: metals and organic substances that must not reach the soil, and whether seeds sprout in it.",
            },
            {
              term: "C: soil enhancement",
              meaning: "Optional, for those who want to know more: such as nutrients and surface area.",
            },
          ]}
        />
      </Section>
      <Band
        heading="Our biochar in these terms"
        intro="We describe what we sell by the same properties, so that you can lay our figures beside anybody else's."
      >
        <Figures claims={[claims.carbon, claims.ph, claims.water]} />
      </Band>
      <Section heading="What we take from it">
        <Text>
          <p>
            What its members learn about feedstock, kilns and fields is published and shared. Advice on mixing
            rates stands on such shared work, ours included: {claims.mixRate.figure} biochar by volume for
            most purposes, {claims.gardenRate.figure} in garden soil, {claims.pottingRate.figure} in potting
            mixes.
          </p>
          <p>
            Source: International Biochar Initiative,{" "}
            <em>
              Standardized Product Definition and Product Testing Guidelines for Biochar That Is Used in Soil
            </em>
            , version 2.1, at <a href="https://biochar-international.org">biochar-international.org</a>. The
            mixing rates are our own advice.
          </p>
        </Text>
      </Section>
      <NextLinks
        heading="Choose your biochar"
        links={[
          { label: "Browse products", to: "/products" },
          { label: "Contact us", to: "/contact" },
          { label: "Back to Manufacturing", to: "/manufacturing" },
        ]}
      />
    </article>
  ),
};
