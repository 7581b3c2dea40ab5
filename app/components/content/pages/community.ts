import type { ContentPage } from "../content-page.ts";

export const community: ContentPage = {
  title: "Community",
  eyebrow: "Community Impact",
  description: "What our customers have put into the ground since 2019.",
  lead: "A bag in one garden is a small thing. Together they are not.",
  picture: {
    src: "/pictures/blog-4.jpg",
    alt: "Illustration: a slatted wooden compost bay filled with leaves and dark compost",
  },
  sections: [
    {
      heading: "Since 2019",
      facts: [
        { label: "retail biochar sold", value: "19,580 kg" },
        { label: "of CO₂ held in it, gross", value: "70,488 kg" },
      ],
      links: [{ label: "How we work carbon figures out", to: "/science#carbon" }],
    },
    {
      heading: "Milestones",
      paragraphs: [
        "Each order counts towards its customer's milestones, at 0.36 kg of CO₂ for every pound spent.",
      ],
      list: [
        "Earth Warrior: the first order",
        "Carbon Saver: 100 kg",
        "Eco Champion: 500 kg",
        "Climate Hero: 1,000 kg",
        "Earth Guardian: 2,000 kg",
        "Loyal Supporter: 5 orders",
        "Green Champion: 5,000 kg",
      ],
    },
  ],
  links: [
    { label: "Browse products", to: "/products" },
    { label: "Read the blog", to: "/blog" },
  ],
};
