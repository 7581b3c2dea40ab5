import type { ContentPage } from "../content-page.ts";

export const internationalBiocharInitiative: ContentPage = {
  title: "International Biochar Initiative",
  eyebrow: "Standards",
  description: "What the International Biochar Initiative does, and what its standard means for our biochar.",
  lead: "The International Biochar Initiative brings together the people who make, study and use biochar around the world.",
  sections: [
    {
      heading: "A common language",
      paragraphs: [
        "Its product definition and testing guidelines were the first to say, in terms a laboratory can check, what may be called biochar in soil. They sort properties into tests that every char should pass, tests for toxic substances, and further tests for those who want to know more.",
        "We describe our products in those terms: carbon, ash, pH, particle size and water holding, by batch.",
      ],
    },
    {
      heading: "What we take from it",
      paragraphs: [
        "The Initiative publishes what its members learn about feedstock, kilns and fields. Much of the advice we give on mixing rates, 5–10% by volume for most soils, stands on that shared work.",
      ],
    },
  ],
  links: [
    { label: "Browse products", to: "/products" },
    { label: "Contact us", to: "/contact" },
    { label: "Back to Manufacturing", to: "/manufacturing" },
  ],
};
