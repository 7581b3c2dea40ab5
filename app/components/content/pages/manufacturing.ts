import type { ContentPage } from "../content-page.ts";

export const manufacturing: ContentPage = {
  title: "Manufacturing",
  eyebrow: "How it is made",
  description: "Feedstock, the three steps of making biochar, quality, standards and technical figures.",
  lead: "Clean wood, dried well and heated slowly without air. The rest is care.",
  picture: {
    src: "/pictures/hero-manufacturing.jpg",
    alt: "Illustration: a kiln glowing with hot char in a brick workshop, logs stacked beside it",
  },
  sections: [
    {
      heading: "Feedstock",
      paragraphs: ["We use untreated wood from sustainable British forestry, and know each load's origin."],
      list: [
        "Thinnings and tops from managed woodland",
        "Clean offcuts and chip from local sawmills",
        "Coppice and hedgerow wood",
      ],
    },
    {
      heading: "Three steps",
      steps: [
        "Drying: the wood is chipped, graded and dried to less than 18% moisture.",
        "Pyrolysis: it is heated to 450–550°C without oxygen. Gas from the wood fires the kiln; what stays behind is char.",
        "Finishing: the char is quenched, sieved to size, tested and packed.",
      ],
    },
    {
      heading: "Quality and standards",
      paragraphs: [
        "Every batch is sampled, and its figures are kept with its number. We measure ourselves against the standards below, and each page says what it asks for.",
      ],
      links: [
        { label: "EBC Certification", to: "/manufacturing/ebc-certification" },
        { label: "International Biochar Initiative", to: "/manufacturing/international-biochar-initiative" },
        { label: "Verified Carbon Standard", to: "/manufacturing/co2-certification" },
        { label: "Puro Earth", to: "/manufacturing/puro-earth" },
      ],
    },
    {
      heading: "Technical figures",
      facts: [
        { label: "carbon", value: "over 80%" },
        { label: "pH", value: "7.5–9.0" },
        { label: "pyrolysis", value: "450–550°C" },
        { label: "moisture of the wood", value: "under 18%" },
        { label: "water holding in soil", value: "+15–20%" },
      ],
    },
  ],
  links: [
    { label: "Browse products", to: "/products" },
    { label: "Ask about a batch", to: "/contact" },
  ],
};
