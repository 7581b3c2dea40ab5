import type { ContentPage } from "../content-page.ts";
import { Cards, Figures, PictureRow } from "../parts/figures.tsx";
import { Band, LinkRow, NextLinks, PageHead, PullQuote, Section, Text } from "../parts/sections.tsx";

const picture = {
  src: "/pictures/hero-community.jpg",
  alt: "Illustration: rows of young crops running towards hills at first light",
};

export const about: ContentPage = {
  title: "Our Story",
  description:
    "Who we are, why we make biochar from British wood, what it is used for, and how we help farms, growers and industry use it well.",
  picture,
  body: ({ store, claims }) => (
    <article>
      <PageHead
        eyebrow={`About ${store.storeName}`}
        title="Our Story"
        lead="We turn the wood that British forestry leaves behind into a material that soil keeps for generations."
        picture={picture}
      />
      <Section heading="Why biochar">
        <Text>
          <p>
            Every managed wood leaves something over: thinnings, tops and offcuts that no sawmill wants. Left
            to rot or burnt, they give their carbon back to the air. Heated slowly without oxygen, they become
            biochar: a black, light, crisp honeycomb that holds water and nutrients in the ground and keeps
            its carbon there.
          </p>
          <p>
            We make it in small batches, and we sell it to everyone who has a use for it: by the pouch for
            houseplants, by the bag for gardens, by the cubic metre for farms, by the tub for biogas plants.
          </p>
        </Text>
        <PullQuote>
          Make it well, say exactly what is in it, and help people use it so that it works.
        </PullQuote>
      </Section>
      <Band
        heading="Where it goes"
        intro="Biochar is best known from the garden. The same honeycomb is useful wherever something has to be held, filtered or bound."
      >
        <Cards
          wide
          cards={[
            {
              title: "Farming and agriculture",
              text: "Worked into the topsoil or composted with manure first, so that nutrients stay where roots can reach them.",
            },
            {
              title: "Building materials",
              text: "In plaster, mortar and concrete, where it takes the place of part of the sand.",
            },
            { title: "Animal feed", text: "A fine, low-ash grade for feed and bedding, on a vet's advice." },
            {
              title: "Water filtration",
              text: "A layer among sand and gravel that takes up colour, smell and many dissolved substances.",
            },
            {
              title: "Waste treatment",
              text: "In digesters, compost and slurry stores, where microbes settle on it and smells are bound.",
            },
            {
              title: "Water retention in soils",
              text: "On light land and in pots, which dry out first and gain the most.",
            },
          ]}
        />
        <div className="mt-6">
          <LinkRow links={[{ label: "What it does in each of them", to: "/applications" }]} />
        </div>
      </Band>
      <PictureRow
        heading="Mission and vision"
        picture={{
          src: "/pictures/hero-home.jpg",
          alt: "Illustration: a seedling rising from dark soil with pieces of biochar in it",
        }}
      >
        <h3>Our mission</h3>
        <p>
          To make biochar of clean British wood, to measure it and publish the figures, and to give advice
          that is worth having even when the answer is that you do not need any.
        </p>
        <h3>Our vision</h3>
        <p>
          A countryside in which putting carbon back into the ground is as ordinary as spreading manure, and
          in which nothing that a wood has grown goes up in smoke for want of a better idea.
        </p>
      </PictureRow>
      <Band heading="What has come of it">
        <Figures
          claims={[claims.projects, claims.tonnes, claims.partnerships, claims.co2PerPound]}
          columns={4}
        />
        <p className="mt-6 max-w-3xl text-[0.9375rem] text-ink-soft">
          These are our own counts. The carbon figures are gross: the carbon held in the biochar, before what
          drying, pyrolysis and transport give off, and they are not carbon credits.{" "}
          <a href="/science#carbon" className="text-moss underline underline-offset-4">
            How we work this out
          </a>
          , and{" "}
          <a href="/batches" className="text-moss underline underline-offset-4">
            what each batch was measured to hold
          </a>
          .
        </p>
      </Band>
      <Section
        heading="Consulting services"
        intro="For farms, estates, growers, councils and plant operators."
      >
        <Cards
          cards={[
            {
              title: "Soil and growing",
              text: "Which grade for which soil, how much of it, how to charge it, and how to lay out a trial strip that tells you something.",
            },
            {
              title: "Biogas and treatment",
              text: "Dosing activated biochar in a digester, in trial quantities first, with a plan of what to measure.",
            },
            {
              title: "Feedstock and kilns",
              text: "What your own wood or residues are good for, how dry they must be and what the char would be like.",
            },
            {
              title: "Standards and carbon",
              text: "What the certificates ask for, which papers you need, and what you may say about carbon without saying too much.",
            },
          ]}
        />
        <Text>
          <p>Tell us what you have, what you want to achieve, and by when.</p>
        </Text>
      </Section>
      <Section heading="Working together">
        <Text>
          <p>
            We are glad to work with others: growers who try a new mix and let us come and look, researchers
            who need a char of known origin, schools with a project, councils and estates with wood to spare.
            If you have a trial in mind, we supply the biochar and the figures that go with it, and you are
            free to publish what you find, whichever way it turns out.
          </p>
        </Text>
      </Section>
      <NextLinks
        heading="Start with a bag, or with a question"
        links={[
          { label: "Browse products", to: "/products" },
          { label: "Talk to us", to: "/contact" },
        ]}
      />
    </article>
  ),
};
