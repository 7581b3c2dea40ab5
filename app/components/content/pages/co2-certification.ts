import type { ContentPage } from "../content-page.ts";

export const co2Certification: ContentPage = {
  title: "Verified Carbon Standard",
  eyebrow: "Standards",
  description: "How the Verified Carbon Standard counts carbon that biochar stores.",
  lead: "The Verified Carbon Standard sets out how carbon kept out of the air is counted, checked and recorded, so that no tonne is counted twice.",
  sections: [
    {
      heading: "How biochar is counted",
      paragraphs: [
        "Its method for biochar follows the material from the wood to the place where it stays. It asks for waste biomass, a kiln that is measured, and a use in which the char is not burnt.",
        "From the carbon in the char it takes off what production and transport cause, and what may be lost over a hundred years. What is left may be called a removal.",
      ],
    },
    {
      heading: "What that means for you",
      paragraphs: [
        "The carbon figures in this shop are gross: the carbon held in the char, before those deductions. Buying a bag improves your soil; it is not the purchase of a carbon credit.",
      ],
      links: [{ label: "How we work carbon figures out", to: "/science#carbon" }],
    },
  ],
  links: [
    { label: "Browse products", to: "/products" },
    { label: "Contact us", to: "/contact" },
    { label: "Back to Manufacturing", to: "/manufacturing" },
  ],
};
