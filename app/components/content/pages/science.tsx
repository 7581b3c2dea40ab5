import type { ContentPage } from "../content-page.ts";
import { Bars } from "../diagrams/bars.tsx";
import { CarbonCycle } from "../diagrams/carbon-cycle.tsx";
import { CarbonSums } from "../diagrams/carbon-sums.tsx";
import { PoreDiagram } from "../diagrams/pore-diagram.tsx";
import { ProductionSteps } from "../diagrams/production-steps.tsx";
import { ClaimsList } from "../parts/claims-list.tsx";
import { capital, Definitions } from "../parts/figures.tsx";
import { ResearchAccessButton, ResearchAccessDialog } from "../parts/research-access-dialog.tsx";
import {
  Band,
  ButtonAnchor,
  NextLinks,
  PageHead,
  Publications,
  Section,
  Source,
  Text,
} from "../parts/sections.tsx";

const picture = {
  src: "/pictures/hero-science.jpg",
  alt: "Illustration: the honeycomb surface of charcoal, seen from very near",
};

export const science: ContentPage = {
  title: "The Science",
  description:
    "How biochar works, what research has measured, how it is produced, how carbon figures are worked out, and what to read.",
  picture,
  body: ({ signedIn, claims, retailYears }) => (
    <article>
      <PageHead
        eyebrow="Science & Research"
        title="The Science"
        lead="Why a lump of charcoal, dug into the ground, goes on working for generations."
        picture={picture}
      >
        <ResearchAccessButton />
        <ButtonAnchor label="View Research Papers" to="#publications" variant="secondary" />
      </PageHead>
      <ResearchAccessDialog signedIn={signedIn} />
      <Section heading="How biochar works">
        <Text>
          <p>
            Heat drives everything out of wood except its carbon, and leaves the walls of its cells standing.
            What was a tree's plumbing becomes a honeycomb: so fine that a handful has an enormous inner
            surface, so stable that it outlasts the plants that grow over it. Water, nutrients and soil life
            find room in it.
            <Source number={8} />
          </p>
        </Text>
      </Section>
      <Band heading="One grain, cut open" intro="Four things happen in the same small rooms.">
        <PoreDiagram />
      </Band>
      <Section
        heading={
          <>
            <span className="whitespace-nowrap">Research-backed</span> benefits
          </>
        }
        intro="Average change in soil properties when biochar is added, over all the trials that one review brought together."
      >
        <Bars
          full={30}
          bars={[
            { label: "Water that plants can use", value: 15.1, shown: "+15.1%" },
            { label: "Pore space", value: 8.4, shown: "+8.4%" },
            { label: "Stability of soil crumbs", value: 8.2, shown: "+8.2%" },
            { label: "Looser soil (less weight for its volume)", value: 7.6, shown: "−7.6%" },
            { label: "Speed at which water enters", value: 25.2, shown: "+25.2%" },
          ]}
        />
        <Text>
          <p>
            Source: Omondi and others, 2016.
            <Source number={1} /> The effects were larger in coarse soils than in fine ones. We state 15–20%
            for our own biochar.
          </p>
          <p>
            What research does not show is a larger harvest everywhere. In the tropics yields rose by a
            quarter; in climates like ours, on average, not at all.
            <Source number={3} /> So we promise water, structure and carbon, but not a bigger harvest.
          </p>
        </Text>
      </Section>
      <Band heading="How it is produced" intro="The process has three steps, wherever biochar is made.">
        <ProductionSteps
          steps={[
            {
              title: "Feedstock selection",
              figure: `${capital(claims.moisture.figure)} moisture`,
              text: "Clean wood of known origin, chipped and dried. What goes in comes out, so nothing that was painted, glued or treated may go in.",
            },
            {
              title: "Pyrolysis",
              figure: claims.kilnRange.figure,
              text: `Heated without oxygen at ${claims.kilnRange.figure}. Lower heat gives more char, higher heat finer pores. Our own kiln works at ${claims.kiln.figure}.`,
            },
            {
              title: "Quality control",
              figure: "Batch by batch",
              text: "Carbon, ash, pH and unwanted substances are measured, and the figures kept with the batch's number.",
            },
          ]}
        />
      </Band>
      <Band plain heading="Where the carbon goes" intro="Compost is gone in a few years; biochar is not.">
        <CarbonCycle />
        <Text className="mt-10">
          <p>
            A review of 128 observations found that about 3% of biochar's carbon is lost within months, and
            that the other 97% stays for 556 years on average.
            <Source number={2} /> The guideline of the European Biochar Certificate is more cautious: it
            allows for a loss of 0.3% a year.
            <Source number={4} />
          </p>
        </Text>
      </Band>
      <Band
        id="carbon"
        heading="How we work carbon figures out"
        intro="Kilograms of CO₂ for each kilogram of biochar, by four ways of counting."
      >
        <CarbonSums />
        <Text className="mt-10">
          <p>
            These are figures of our biochar in general.{" "}
            <a href="/batches">What each batch was measured to hold</a> stands with the batch.
          </p>
        </Text>
      </Band>
      <Section
        id="figures"
        heading="Our figures, and where they come from"
        intro="Every figure that this site states, in one place."
      >
        <ClaimsList claims={claims} retailYears={retailYears} />
      </Section>
      <Section
        id="publications"
        heading="Publications"
        intro="What this page rests on. The links lead to the publishers."
      >
        <Publications />
      </Section>
      <Section
        heading="Collaborating institutions"
        intro="Biochar is understood because many work on it together and publish what they find."
      >
        <Definitions
          entries={[
            {
              term: "Ithaka Institute and Agroscope",
              meaning:
                "Wrote the European Biochar Certificate and its rules for carbon sinks, with universities in Germany, Austria and France.",
            },
            {
              term: "European Commission, Joint Research Centre",
              meaning: "The first quantitative review of what biochar does for crops.",
            },
            {
              term: "Nanjing Agricultural University",
              meaning: "The review of biochar and soil water from which the bars above are drawn.",
            },
            {
              term: "University of Göttingen",
              meaning: "The review of how long biochar lasts in soil, together with Nanjing and Kazan.",
            },
            {
              term: "International Biochar Initiative",
              meaning: "The common definitions by which biochar is described and tested.",
            },
          ]}
        />
        <Text>
          <p>
            These institutions collaborate with one another; we stand on their published work. None of them
            has reviewed our products. If you would like to work with us, <a href="/contact">write to us</a>:
            we supply biochar and its figures for trials.
          </p>
        </Text>
      </Section>
      <NextLinks
        heading="Put it to work"
        links={[
          { label: "Browse products", to: "/products" },
          { label: "Ask for data", to: "/contact" },
          { label: "Read the five papers", to: "/resources" },
        ]}
      />
    </article>
  ),
};
