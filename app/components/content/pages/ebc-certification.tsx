import { numberOf } from "#server/settings/claims.ts";
import type { ContentPage } from "../content-page.ts";
import { Bars } from "../diagrams/bars.tsx";
import { Cards, Figures, Steps } from "../parts/figures.tsx";
import { Band, NextLinks, PageHead, Section, Text } from "../parts/sections.tsx";

const picture = {
  src: "/pictures/blog-1.jpg",
  alt: "Illustration: a hand trowel full of black biochar above dark soil",
};

export const ebcCertification: ContentPage = {
  title: "EBC Certification",
  description:
    "What the European Biochar Certificate asks of a biochar, how it is tested in three steps, and what it is good for.",
  picture,
  body: ({ claims }) => (
    <article>
      <PageHead
        eyebrow="Standards"
        title="EBC Certification"
        lead="The European Biochar Certificate is the standard that most of Europe's biochar is measured by. It looks at the wood, the kiln and the char."
        picture={picture}
      />
      <Section heading="What it says of our products">
        <Text>
          <p>
            This page describes the standard. No product in this shop is sold as EBC certified, unless its own
            page, or that of its batch, names the certificate and its number.
          </p>
        </Text>
      </Section>
      <Section heading="What it requires">
        <Figures claims={[claims.ebcCarbon, claims.ebcAsh]} columns={2} />
        <Text>
          <ul>
            <li>
              <strong>Feedstock</strong> from a positive list of plant material that is clean and sustainably
              grown
            </li>
            <li>
              <strong>A kiln</strong> that uses its own gases and keeps emissions low
            </li>
            <li>
              <strong>Limits</strong> for heavy metals and for polycyclic aromatic hydrocarbons, the
              substances that badly made char may carry
            </li>
            <li>
              <strong>A use</strong>: the certificate has classes, for feed, for farming, for building and for
              other materials, and the limits fit the class
            </li>
            <li>
              <strong>Records</strong> of each batch, from the wood to the pack
            </li>
          </ul>
        </Text>
      </Section>
      <Band heading="Carbon, beside the limit" intro="Share of carbon in the dry char.">
        <div className="grid items-center gap-x-16 gap-y-8 lg:grid-cols-2">
          <Bars
            full={100}
            bars={[
              {
                label: "The certificate asks for",
                value: numberOf(claims.ebcCarbon),
                shown: claims.ebcCarbon.figure,
                muted: true,
              },
              { label: "Our biochar", value: numberOf(claims.carbon), shown: claims.carbon.figure },
            ]}
          />
          <Text>
            <p>
              The more of a char is carbon, the less of it is ash, and the more of it stays. Wood that was
              dried well and heated evenly gets there; wet wood, bark and dirt do not.
            </p>
          </Text>
        </div>
      </Band>
      <Section heading="Benefits">
        <Cards
          cards={[
            {
              title: "If you dig it in",
              text: "Char is easy to make badly. What went in, how hot it was and what came out are on paper, so nobody has to trust a label.",
            },
            {
              title: "If you compare",
              text: "Laboratories use the same methods, so a trial on one farm means something on the next.",
            },
            {
              title: "For the woods",
              text: "The wood must be grown and taken sustainably, and its origin known.",
            },
            {
              title: "If you feed it",
              text: "The class for feed has limits of its own, stricter than those for soil.",
            },
          ]}
        />
      </Section>
      <Section heading="Tested in three steps">
        <Steps
          steps={[
            {
              title: "Sampling",
              text: "A mixed sample is drawn from the batch by a fixed plan, and part of it is kept back, so that a result can be checked again.",
            },
            {
              title: "Laboratory",
              text: "An accredited laboratory measures carbon, ash, pH, metals and hydrocarbons with the methods that the guidelines name.",
            },
            {
              title: "Review",
              text: "The figures are compared with the limits of the class, and an independent inspector looks at the site and its records.",
            },
          ]}
        />
        <Text>
          <p>
            Source: European Biochar Certificate, <em>Guidelines for a Sustainable Production of Biochar</em>,
            version 10.2, December 2022, published by Carbon Standards International at{" "}
            <a href="https://www.european-biochar.org">european-biochar.org</a>; the two limits are as we
            state them. If you need the papers of a batch, for a scheme or for a certificate of your own, ask
            before you order.
          </p>
        </Text>
      </Section>
      <NextLinks
        heading="Biochar that comes with its figures"
        links={[
          { label: "Browse products", to: "/products" },
          { label: "Contact us", to: "/contact" },
          { label: "Back to Manufacturing", to: "/manufacturing" },
        ]}
      />
    </article>
  ),
};
