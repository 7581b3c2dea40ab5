import type { ContentPage } from "../content-page.ts";

export const science: ContentPage = {
  title: "The Science",
  eyebrow: "Science & Research",
  description: "How biochar works, how it is made, how carbon figures are worked out, and what to read.",
  lead: "Why a lump of charcoal, dug into the ground, goes on working for generations.",
  picture: {
    src: "/pictures/hero-science.jpg",
    alt: "Illustration: the honeycomb surface of charcoal, seen from very near",
  },
  sections: [
    {
      heading: "How biochar works",
      paragraphs: [
        "Heat drives everything out of wood except its carbon, and leaves the walls of its cells standing. Water is drawn into those pores and held; nutrients cling to their surface; fungi and bacteria settle where nothing can eat them.",
        "The carbon itself is bound in rings that microbes can hardly break. That is why it stays, while compost is gone in a few years.",
      ],
    },
    {
      heading: "How it is produced",
      steps: [
        "Feedstock selection: clean, dry wood of known origin.",
        "Pyrolysis at 350–700°C without oxygen; lower heat gives more char, higher heat finer pores.",
        "Quality control: carbon, ash, pH and unwanted substances are measured for each batch.",
      ],
    },
    {
      heading: "How we work carbon figures out",
      id: "carbon",
      paragraphs: [
        "A kilogram of pure carbon makes 3.67 kg of CO₂ when it burns, because 12 grams of carbon take up 32 grams of oxygen. A kilogram of biochar that is 80% carbon therefore holds the carbon of 2.9 kg of CO₂; depending on the grade, 2.5 to 3.7 kg.",
        "These are gross figures. They leave out what production and transport cause, and what is slowly lost: at the 0.3% a year that the European Biochar Certificate's guideline assumes, 74% of the carbon is still there after a hundred years.",
      ],
    },
    {
      heading: "Publications",
      id: "publications",
      list: [
        "J. Lehmann and S. Joseph (eds), Biochar for Environmental Management, 2nd edition, Routledge, 2015",
        "D. Woolf and others, Sustainable biochar to mitigate global climate change, Nature Communications 1, 56, 2010",
        "S. Jeffery and others, A quantitative review of the effects of biochar application to soils on crop productivity, Agriculture, Ecosystems & Environment 144, 2011",
      ],
    },
  ],
  links: [
    { label: "Browse products", to: "/products" },
    { label: "Ask for data", to: "/contact" },
  ],
};
