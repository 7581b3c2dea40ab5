import type { ContentPage } from "../content-page.ts";

export const contact: ContentPage = {
  title: "Get In Touch",
  eyebrow: "Contact",
  description: "Address, phone, email and opening hours.",
  lead: "Write, ring or come to the yard. A person answers, usually the one who made your biochar.",
  sections: [
    {
      heading: "What to tell us",
      paragraphs: [
        "For advice on soil, say what you grow, how large the area is and what the ground is like. For an order, have its number at hand. For larger quantities, tell us the postcode, so that we can name a price with delivery.",
      ],
    },
  ],
  contactDetails: true,
  links: [{ label: "Browse products", to: "/products" }],
};
