import type { ContentPage } from "../content-page.ts";

export const blog: ContentPage = {
  title: "Blog & Community",
  eyebrow: "From the yard",
  description: "Notes on using biochar in beds, pots and digesters.",
  lead: "Short notes on what we have learned, and what our customers have taught us.",
  picture: {
    src: "/pictures/blog-1.jpg",
    alt: "Illustration: a hand trowel full of biochar above dark soil",
  },
  sections: [
    {
      heading: "Charge it before you dig it in",
      paragraphs: [
        "Fresh biochar is empty. Put into a bed as it is, it fills itself first, and for some weeks the plants go short. Mix it half and half with compost, wet it, and let it stand for a fortnight; a watering can of comfrey feed does as well.",
      ],
    },
    {
      heading: "How much does a bed need?",
      paragraphs: [
        "Ten per cent by volume is a good start. For a bed of one by two metres, worked twenty centimetres deep, that is forty litres. Spread it over two or three seasons if that is easier: it does not go away.",
      ],
    },
    {
      heading: "Biochar in the digester",
      paragraphs: [
        "Plant operators tell us that they begin small, with one digester and a fixed dose each day, and watch gas, ammonia and acids for a full retention time before they judge. That is good advice.",
      ],
      links: [{ label: "More applications", to: "/applications" }],
    },
  ],
  links: [
    { label: "See what the community has done", to: "/community" },
    { label: "Browse products", to: "/products" },
  ],
};
