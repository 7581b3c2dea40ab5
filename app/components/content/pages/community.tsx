import { claims } from "#server/content/claims.ts";
import type { ContentPage } from "../content-page.ts";
import { Figures } from "../parts/figures.tsx";
import { PageHead } from "../parts/page-head.tsx";
import { Section, Text } from "../parts/section.tsx";
import { WaysOn } from "../parts/ways-on.tsx";

const picture = {
  src: "/pictures/blog-4.jpg",
  alt: "Illustration: a slatted wooden compost bay filled with leaves and dark compost",
};

export const community: ContentPage = {
  title: "Community",
  description: "What our customers have put into the ground since 2019.",
  picture,
  body: () => (
    <article>
      <PageHead
        eyebrow="Community Impact"
        title="Community"
        lead="A bag in one garden is a small thing. Together they are not."
        picture={picture}
      />
      <Section heading="Since 2019">
        <Figures claims={[claims.sold, claims.soldCo2]} columns={2} />
      </Section>
      <Section heading="Milestones">
        <Text>
          <p>Each order counts towards its customer's milestones, at 0.36 kg of CO₂ for every pound spent.</p>
          <ul>
            <li>Earth Warrior: the first order</li>
            <li>Carbon Saver: 100 kg</li>
            <li>Eco Champion: 500 kg</li>
            <li>Climate Hero: 1,000 kg</li>
            <li>Earth Guardian: 2,000 kg</li>
            <li>Loyal Supporter: 5 orders</li>
            <li>Green Champion: 5,000 kg</li>
          </ul>
        </Text>
      </Section>
      <WaysOn
        heading="Join in"
        links={[
          { label: "Browse products", to: "/products" },
          { label: "Read the blog", to: "/blog" },
        ]}
      />
    </article>
  ),
};
