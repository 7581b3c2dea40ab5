import type { ContentPage } from "../content-page.ts";

export const about: ContentPage = {
  title: "Our Story",
  eyebrow: "About Oxbow Biochar",
  description: "Who we are, why we make biochar, and what we do for gardens, farms and industry.",
  lead: "We turn the wood that British forestry leaves behind into a material that soil keeps for generations.",
  picture: {
    src: "/pictures/hero-community.jpg",
    alt: "Illustration: rows of young crops running towards hills at first light",
  },
  sections: [
    {
      heading: "Where it goes",
      paragraphs: [
        "Biochar began in gardens, and most of our bags still go there. The same honeycomb of carbon is useful wherever something has to be held, filtered or bound.",
      ],
      list: [
        "Farming and growing: soil, compost and potting mixes",
        "Animal husbandry: feed and bedding",
        "Water: filtration and retention",
        "Building: plasters, mortars and lighter concrete",
        "Waste and biogas: digesters and treatment",
      ],
    },
    {
      heading: "Mission and vision",
      paragraphs: [
        "Our mission is plain: make biochar well, say exactly what is in it, and help people use it so that it works.",
        "Our vision is a countryside in which putting carbon back into the ground is as ordinary as spreading manure.",
      ],
    },
    {
      heading: "What has come of it",
      facts: [
        { label: "projects", value: "100+" },
        { label: "tonnes of CO₂, gross", value: "500+" },
        { label: "partnerships", value: "20+" },
      ],
      links: [{ label: "How we work carbon figures out", to: "/science#carbon" }],
    },
    {
      heading: "Consulting and working together",
      paragraphs: [
        "We advise estates, growers, plant operators and councils: which feedstock, which char, how much of it, and how to show that it worked. A first conversation costs nothing.",
        "Researchers and schools are welcome at the yard. If you have a trial in mind, we gladly supply the char and the figures that go with it.",
      ],
    },
  ],
  links: [
    { label: "Browse products", to: "/products" },
    { label: "Talk to us", to: "/contact" },
  ],
};
