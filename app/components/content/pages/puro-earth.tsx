import type { ContentPage } from "../content-page.ts";
import { Steps } from "../parts/figures.tsx";
import { Band, LinkRow, NextLinks, PageHead, PullQuote, Section, Source, Text } from "../parts/sections.tsx";

const picture = {
  src: "/pictures/hero-community.jpg",
  alt: "Illustration: rows of young crops running towards hills at first light",
};

export const puroEarth: ContentPage = {
  title: "Puro Earth partnership",
  description:
    "How Puro Earth certifies carbon removal through biochar, what a removal certificate is, and why a tonne can be claimed only once.",
  picture,
  body: () => (
    <article>
      <PageHead
        eyebrow="Standards"
        title="Puro Earth partnership"
        lead="Puro Earth runs a standard and a register for carbon removal, and biochar is one of the ways of removing carbon that it recognises."
        picture={picture}
      />
      <Section heading="What the partnership means">
        <Text>
          <p>
            Puro Earth is the standard by which we would have the removal of our biochar certified. That is
            not a certificate: no product in this shop is sold with one, unless its own page names the entry
            in Puro Earth's register.
          </p>
        </Text>
      </Section>
      <Section heading="How a removal is certified">
        <Steps
          steps={[
            {
              title: "The site is audited",
              text: "An independent body looks at the producer, the wood and the kiln. Biomass must be sustainably sourced, and methane must not escape while the char is made.",
            },
            {
              title: "The balance is drawn up",
              text: "An assessment of the whole life of the biochar, with laboratory results, must show that more carbon was stored than was given off.",
            },
            {
              title: "Certificates are issued",
              text: "For each tonne of CO₂ removed, one certificate is entered in a public register. The carbon must stay stored for a hundred years at the least.",
            },
          ]}
        />
        <Text>
          <p>
            Source: Puro.earth, Puro Standard and its biochar methodology, at{" "}
            <a href="https://puro.earth">puro.earth</a>.
          </p>
        </Text>
      </Section>
      <Band heading="One tonne, one claim">
        <PullQuote>Where a removal has been sold, it belongs to whoever bought the certificate.</PullQuote>
        <Text className="mt-8">
          <p>
            A gardener or a farm that uses the same biochar keeps every benefit to the soil, but should not
            count that removal again: not in a carbon account, and not as a gain of the soil's own carbon.
            <Source number={7} />
          </p>
          <p>If you report on carbon and need to know the standing of a batch, ask us before you order.</p>
        </Text>
      </Band>
      <Section heading="Where this fits in">
        <Text>
          <p>
            A certificate of removal says what became of the carbon. It does not say what the char does in
            your soil, or whether it is clean: those are the subjects of the other standards.
          </p>
        </Text>
        <LinkRow
          links={[
            { label: "EBC Certification", to: "/manufacturing/ebc-certification" },
            {
              label: "International Biochar Initiative",
              to: "/manufacturing/international-biochar-initiative",
            },
            { label: "Verified Carbon Standard", to: "/manufacturing/co2-certification" },
          ]}
        />
      </Section>
      <NextLinks
        heading="Talk to us about your plans"
        links={[
          { label: "Browse products", to: "/products" },
          { label: "Contact us", to: "/contact" },
        ]}
      />
    </article>
  ),
};
