import type { ContentPage } from "../content-page.ts";

export const qa: ContentPage = {
  title: "Questions and Answers",
  eyebrow: "Q&A",
  description:
    "What biochar is, how to use it, how it is made, what it does for the climate, and how we deliver.",
  lead: "What people ask us most, answered as briefly as we can.",
  sections: [
    {
      heading: "Biochar",
      questions: [
        {
          question: "What is biochar?",
          answer:
            "Charcoal made for soil. Wood is heated without air until only its carbon skeleton is left, full of fine pores.",
        },
        {
          question: "How does it differ from barbecue charcoal?",
          answer:
            "It is made hotter and cleaner, holds over 80% carbon, is tested for what soil must not have, and is sieved fine enough to mix.",
        },
        {
          question: "How long does it last?",
          answer:
            "Most of it stays in the ground for centuries. You add it once; you do not have to add it again each year.",
        },
      ],
    },
    {
      heading: "Using it",
      questions: [
        {
          question: "How much do I need?",
          answer:
            "A mix of 5–10% biochar by volume suits most purposes. In garden beds 10–20% is fine, in potting mixes 5–15%.",
        },
        {
          question: "Can I use it straight from the bag?",
          answer:
            "Mix plain biochar with compost or a liquid feed and leave it for two weeks first, or it will take up nutrients before it gives them back. Our Compost Mix is already charged.",
        },
        {
          question: "Does it suit every plant?",
          answer:
            "It is slightly alkaline, pH 7.5–9.0. Use little of it, or none, with plants that love acid soil, such as blueberries.",
        },
      ],
    },
    {
      heading: "Making it",
      questions: [
        { question: "What is it made from?", answer: "Untreated wood from sustainable British forestry." },
        {
          question: "How hot is the kiln?",
          answer: "450–550°C, without oxygen, once the wood has been dried to less than 18% moisture.",
        },
      ],
    },
    {
      heading: "Climate",
      questions: [
        {
          question: "How much carbon does a bag hold?",
          answer:
            "Between 2.5 and 3.7 kg of CO₂ for each kilogram of biochar, gross, before transport and production. The Science page shows the sum.",
        },
        {
          question: "Is buying biochar an offset?",
          answer:
            "No. It is a soil improver that holds carbon. Certified removals are a separate thing, traded in registries.",
        },
      ],
    },
    {
      heading: "Orders and delivery",
      questions: [
        {
          question: "What does delivery cost?",
          answer:
            "Free UK shipping on orders over £45, otherwise £10.99 including VAT. You see the total before you pay.",
        },
        { question: "Do I need an account?", answer: "No. You can buy as a guest." },
        {
          question: "Can I send something back?",
          answer: "Yes, within 14 days of delivery. The Returns page says how.",
        },
      ],
    },
  ],
  links: [{ label: "Ask us something else", to: "/contact" }],
  contactDetails: true,
};
