import type { ContentPage } from "../content-page.ts";
import { Steps } from "../parts/figures.tsx";
import { Band, NextLinks, PageHead, PullQuote, Section, Text } from "../parts/sections.tsx";

const picture = {
  src: "/pictures/blog-3.jpg",
  alt: "Illustration: a heap of pale wood chips beside cut logs",
};

export const co2Certification: ContentPage = {
  title: "Verified Carbon Standard",
  description:
    "How the Verified Carbon Standard counts the carbon that biochar stores, and what that means for the carbon figures in this shop.",
  picture,
  body: ({ claims }) => (
    <article>
      <PageHead
        eyebrow="Standards"
        title="Verified Carbon Standard"
        lead="The Verified Carbon Standard sets out how carbon kept out of the air is counted, checked and recorded, so that no tonne is counted twice."
        picture={picture}
      />
      <Section heading="How biochar is counted" intro="From the wood to the place where it stays.">
        <Steps
          steps={[
            {
              title: "What went in",
              text: "Only waste biomass counts: material that would otherwise have rotted or been burnt, with proof of where it came from.",
            },
            {
              title: "What came out",
              text: "The mass of the biochar and its carbon are measured. So is what the kiln, the drying and the transport gave off, and that is taken away again.",
            },
            {
              title: "Where it stays",
              text: "It must be used in soil or in a material such as concrete, and never burnt. A factor for permanence says how much of the carbon counts for a hundred years.",
            },
          ]}
        />
        <Text>
          <p>
            Source: Verra, methodology VM0044,{" "}
            <em>Methodology for Biochar Utilization in Soil and Non-Soil Applications</em>, at{" "}
            <a href="https://verra.org">verra.org</a>.
          </p>
        </Text>
      </Section>
      <Band heading="What that means for you">
        <PullQuote>Buying a bag improves your soil. It is not the purchase of a carbon credit.</PullQuote>
        <Text className="mt-8">
          <p>
            The carbon figures in this shop, {claims.co2PerKilogram.figure} of CO₂ for each kilogram of
            biochar and 3.6 kg in the calculator, are gross: the carbon held in the biochar, before those
            deductions. A verified figure for the same biochar would be lower.
          </p>
          <p>
            If your company reports on carbon, please do not put our gross figures into its accounts. Ask us
            instead what papers exist for the batch you buy.
          </p>
          <p>
            <a href="/science#carbon">How we work carbon figures out</a>
          </p>
        </Text>
      </Band>
      <NextLinks
        heading="Still here for the soil?"
        links={[
          { label: "Browse products", to: "/products" },
          { label: "Contact us", to: "/contact" },
          { label: "Back to Manufacturing", to: "/manufacturing" },
        ]}
      />
    </article>
  ),
};
