import { rangeOf } from "#server/settings/claims.ts";
import type { ContentPage } from "../content-page.ts";
import { Ranges } from "../diagrams/bars.tsx";
import { FilterLayers } from "../diagrams/filter-layers.tsx";
import { PictureRow } from "../parts/figures.tsx";
import { Band, LinkRow, NextLinks, PageHead, Section, Source, Text } from "../parts/sections.tsx";

const picture = {
  src: "/pictures/blog-2.jpg",
  alt: "Illustration: a raised bed with rows of young greens in dark soil",
};

const fields = [
  { label: "Farming and agriculture", to: "#farming" },
  { label: "Building materials", to: "#building" },
  { label: "Animal feed", to: "#feed" },
  { label: "Water filtration", to: "#filtration" },
  { label: "Waste treatment", to: "#waste" },
  { label: "Water retention in soils", to: "#retention" },
];

export const applications: ContentPage = {
  title: "Biochar Applications",
  description:
    "Biochar in farming, building materials, animal feed, water filtration, waste treatment and soils that must hold water: what it does, how to begin, and its limits.",
  picture,
  body: ({ claims }) => (
    <article>
      <PageHead
        eyebrow="Applications"
        title="Biochar Applications"
        lead="One material, and six kinds of work that it does well. What it does in each, how to begin, and where its limits are."
        picture={picture}
      />
      <nav aria-label="On this page" className="frame pt-8">
        <LinkRow links={fields} />
      </nav>
      <PictureRow
        id="farming"
        heading="Farming and agriculture"
        picture={{
          src: "/pictures/bulk-biochar.jpg",
          alt: "Illustration: a white bulk bag labelled Biochar, 1 m³, on a pallet",
        }}
      >
        <p>
          Biochar improves what soil can hold. Worked into the topsoil it keeps nutrients from washing out and
          gives soil life a place to stay; it is added once and remains.
        </p>
        <p>
          The least costly way is through the yard: as bedding or in the slurry store first, then with the
          manure onto the field. By then it is charged. On a field of its own, begin with a strip and leave
          one beside it without.
        </p>
        <p>
          Do not expect a larger harvest from biochar alone: in climates like ours trials show, on average,
          none.
          <Source number={3} />
        </p>
        <p>
          <a href="/blog/biochar-on-the-farm">Biochar on the farm</a>
        </p>
      </PictureRow>
      <Band
        heading="How much to mix in"
        intro="Always by volume, and always charged first. These are our starting points."
      >
        <div className="grid gap-x-16 gap-y-8 lg:grid-cols-2">
          <Ranges
            from={0}
            to={25}
            unit="%"
            ranges={[
              { label: "Garden soil", ...rangeOf(claims.gardenRate), shown: claims.gardenRate.figure },
              { label: "Potting mixes", ...rangeOf(claims.pottingRate), shown: claims.pottingRate.figure },
              {
                label: "Recommended for most purposes",
                ...rangeOf(claims.mixRate),
                shown: claims.mixRate.figure,
              },
            ]}
          />
          <Text>
            <p>
              <strong>An example.</strong> A bed of 1 by 2 metres, worked 20 cm deep, holds 400 litres of
              soil. At 10% that is 40 litres of biochar.
            </p>
            <p>
              Biochar is alkaline, pH {claims.ph.figure}. Use little of it, or none, with plants that love
              acid soil, such as blueberries, camellias and rhododendrons.
            </p>
            <p>
              <a href="/blog/charge-it-before-you-dig-it-in">How to charge biochar</a>
            </p>
          </Text>
        </div>
      </Band>
      <Section id="building" heading="Building materials" intro="Plaster, mortar and concrete.">
        <Text>
          <p>
            Biochar takes the place of part of the sand. The result is lighter and buffers moisture, and its
            carbon stays for as long as the wall stands. Inside plaster of clay or lime is the place to begin:
            it carries nothing, and it shows at once whether you like the colour.
          </p>
          <p>
            Dry biochar takes water out of a mix, so wet it first. What carries weight or must resist fire is
            for your engineer to decide, by a recipe that was tested for it.
          </p>
        </Text>
        <LinkRow links={[{ label: "Building Materials (PDF)", to: "/resources/building-materials.pdf" }]} />
      </Section>
      <PictureRow
        id="feed"
        heading="Animal feed"
        pictureRight
        picture={{
          src: "/pictures/animal-feed-biochar.jpg",
          alt: "Illustration: a green pail labelled Feed Grade Biochar with straw and granules before it",
        }}
      >
        <p>
          A fine, low-ash grade is mixed with feed and bedding. It passes through the animal, takes up
          nutrients on the way, and ends up in the field with the manure.
        </p>
        <p>
          Feed only a grade that is sold for feed, ask your vet or nutritionist how it fits your herd before
          you begin, and never give it together with medicine: it binds that, too. We make no claim about the
          health or the yield of animals.
        </p>
        <p>
          <a href="/resources/animal-feed.pdf">Animal Feed (PDF)</a>
        </p>
      </PictureRow>
      <section id="filtration" className="bg-sunken">
        <div className="frame grid items-center gap-x-16 gap-y-8 py-12 md:grid-cols-2 lg:py-20">
          <div>
            <h2 className="text-section">Water filtration</h2>
            <Text className="mt-4">
              <p>
                Water runs down through layers by its own weight. Gravel and sand hold back what floats in it;
                the pores of the biochar take up colour, smell and many dissolved substances.
              </p>
              <p>
                Such a filter is for rainwater in the garden, for ponds and for wash water. It is no barrier
                to germs and does not make water safe to drink. Rinse the char before use, and replace it when
                colour or smell come through.
              </p>
              <p>
                <a href="/resources/gravity-fed-water-filtration.pdf">Gravity-Fed Water Filtration (PDF)</a>
              </p>
            </Text>
          </div>
          <div className="rounded-2xl bg-paper p-4 sm:p-8">
            <FilterLayers />
          </div>
        </div>
      </section>
      <PictureRow
        id="waste"
        heading="Waste treatment"
        picture={{
          src: "/pictures/activated-biochar.jpg",
          alt: "Illustration: a steel tub labelled Activated Biochar behind a heap of black granules",
        }}
      >
        <p>
          Digesters, compost heaps and slurry stores are the work of microbes. Biochar gives them a large,
          clean surface to settle on and takes up substances that can hold them back; in an open store it
          binds what smells.
        </p>
        <p>
          Our activated grade is made for the biogas industry and sold by the tub for trials. What leaves the
          digester is digestate with biochar in it, ready for the field.
        </p>
        <p>
          <a href="/blog/biochar-in-the-digester">Biochar in the digester</a> ·{" "}
          <a href="/blog/biochar-and-the-compost-heap">Biochar and the compost heap</a>
        </p>
      </PictureRow>
      <PictureRow
        id="retention"
        heading="Water retention in soils"
        pictureRight
        picture={{
          src: "/pictures/hero-home.jpg",
          alt: "Illustration: a seedling rising from dark soil with pieces of biochar in it",
        }}
      >
        <p className="font-display text-4xl text-ink">+15–20%</p>
        <p>
          more water held by soil with biochar in it. You notice it first where water runs away fastest: on
          light, sandy land, in raised beds and in pots. A review of many trials found 15.1% on average.
          <Source number={1} />
        </p>
        <p>In heavy clay the gain is another one: rain drains away faster. It does not replace watering.</p>
        <p>
          <a href="/blog/how-much-biochar-does-a-bed-need">How much biochar does a bed need?</a>
        </p>
      </PictureRow>
      <NextLinks
        heading="Have a use of your own in mind?"
        text="Tell us what you plan and how much of it. We say so when biochar is not the right answer."
        links={[
          { label: "Talk about your project", to: "/contact" },
          { label: "Browse products", to: "/products" },
          { label: "Read the five papers", to: "/resources" },
        ]}
      />
    </article>
  ),
};
