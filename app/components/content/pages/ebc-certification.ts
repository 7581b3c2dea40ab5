import type { ContentPage } from "../content-page.ts";

export const ebcCertification: ContentPage = {
  title: "EBC Certification",
  eyebrow: "Standards",
  description: "What the European Biochar Certificate asks of a biochar, and how it is tested.",
  lead: "The European Biochar Certificate is the standard that most of Europe's biochar is measured by. It looks at the wood, the kiln and the char.",
  sections: [
    {
      heading: "What it requires",
      list: [
        "At least 50% carbon; ours holds over 80%",
        "At most 3% ash",
        "Feedstock from a list of clean, sustainably grown plant material",
        "Limits for heavy metals and for polycyclic aromatic hydrocarbons",
        "Kilns that use their gases and keep emissions low",
      ],
    },
    {
      heading: "Why it matters",
      paragraphs: [
        "Char is easy to make badly. A certificate lets a grower put it into the ground without having to trust a label: what went in, how hot it was and what came out are on paper.",
        "It also makes batches comparable, so that a trial on one farm tells another farm something.",
      ],
    },
    {
      heading: "Tested in three steps",
      steps: [
        "Sampling: a mixed sample is drawn from each batch by a fixed plan, and part of it is kept back.",
        "Laboratory: carbon, ash, pH, metals and hydrocarbons are measured by an accredited laboratory.",
        "Review: the figures are compared with the limits before the batch may be sold under its number.",
      ],
    },
  ],
  links: [
    { label: "Browse products", to: "/products" },
    { label: "Contact us", to: "/contact" },
    { label: "Back to Manufacturing", to: "/manufacturing" },
  ],
};
