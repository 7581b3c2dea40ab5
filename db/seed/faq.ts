import type { FaqCategory } from "#server/content/content-views.ts";

interface SeedQuestion {
  question: string;
  /** Markdown. */
  answer: string;
}

/** The Q&A page of the reference data, in page order. */
export const seedFaq: Record<FaqCategory, SeedQuestion[]> = {
  Biochar: [
    {
      question: "What is biochar?",
      answer:
        "Charcoal made for soil. Wood is heated without air until only its carbon skeleton is left, full of fine pores. Those pores hold water and nutrients where roots can reach them, and give fungi and bacteria a place to live. [The science page](/science) shows how.",
    },
    {
      question: "How does it differ from barbecue charcoal?",
      answer:
        "It is made hotter and cleaner, holds over 80% carbon, is tested for what soil must not have, and is sieved fine enough to mix. Barbecue briquettes often have binders or lighting aids in them, which do not belong in a bed.",
    },
    {
      question: "How long does it last?",
      answer:
        "Most of it stays in the ground for centuries. You add it once; you do not have to add it again each year. The guideline of the European Biochar Certificate assumes a loss of 0.3% a year, which leaves 74% of the carbon after a hundred years.",
    },
    {
      question: "Does it feed my plants?",
      answer:
        "Not by itself. Biochar holds nutrients and gives them back, but it has to be given them first, by compost, manure or a liquid feed. Go on feeding as you did.",
    },
  ],
  "Using it": [
    {
      question: "How much do I need?",
      answer:
        "It depends on where it goes, always by volume:\n\n- **5–10%** suits most purposes\n- **10–20%** in garden beds\n- **5–15%** in potting mixes\n\nA bed of 1 by 2 metres, worked 20 cm deep, holds 400 litres of soil, so 10% is 40 litres. [More examples are in the blog](/blog/how-much-biochar-does-a-bed-need).",
    },
    {
      question: "Can I use it straight from the bag?",
      answer:
        "Mix plain biochar with compost or a liquid feed and leave it for two weeks first, or it will take up nutrients before it gives them back. Our Compost Mix is already charged and can be used at once. [How to charge biochar](/blog/charge-it-before-you-dig-it-in)",
    },
    {
      question: "Does it suit every plant?",
      answer:
        "It is slightly alkaline, pH 7.5–9.0. Use little of it, or none, with plants that love acid soil, such as blueberries, camellias and rhododendrons.",
    },
    {
      question: "Does it help in a dry summer?",
      answer:
        "Soil with biochar in it holds 15–20% more water. You will notice it first in pots and on light, sandy ground. It does not replace watering.",
    },
  ],
  "Making it": [
    {
      question: "What is it made from?",
      answer:
        "Untreated wood from sustainable British forestry, and nothing else. Paint, glue and preservative never go into the kiln, because what goes in comes out. [Why we begin with British wood](/blog/why-we-begin-with-british-wood)",
    },
    {
      question: "How hot is the kiln?",
      answer:
        "450–550°C, without oxygen, once the wood has been dried to less than 18% moisture. Biochar can be made anywhere between 350 and 700°C: lower heat gives more char, higher heat finer pores.",
    },
    {
      question: "Which standards do you measure it against?",
      answer:
        "Carbon, ash, pH and unwanted substances are measured for each batch. Our pages on [EBC certification](/manufacturing/ebc-certification), the [International Biochar Initiative](/manufacturing/international-biochar-initiative), the [Verified Carbon Standard](/manufacturing/co2-certification) and [Puro Earth](/manufacturing/puro-earth) say what each of them asks for.",
    },
  ],
  Climate: [
    {
      question: "How much carbon does a bag hold?",
      answer:
        "Between 2.5 and 3.7 kg of CO₂ for each kilogram of biochar, gross, before transport and production. Our calculator uses 3.6 kg. [The science page](/science#carbon) shows the sum.",
    },
    {
      question: "Is buying biochar an offset?",
      answer:
        "No. It is a soil improver that holds carbon. Certified removals are a separate thing: measured to a standard, checked by somebody independent, and traded in registries.",
    },
    {
      question: "How much have your customers put into the ground?",
      answer:
        "19,580 kg of retail biochar have been sold since 2019. At 3.6 kg of CO₂ for each kilogram that is 70,488 kg, gross. [See the community's figures](/community).",
    },
  ],
  "Orders and delivery": [
    {
      question: "What does delivery cost?",
      answer:
        "[The Delivery page](/delivery) has the rates. You see the cost in your cart and again before you pay.",
    },
    {
      question: "Do I need an account?",
      answer:
        "You can [make one](/register) to see your orders and invoices in one place. Where the shop offers guest checkout, you can buy without.",
    },
    {
      question: "How can I pay?",
      answer:
        "By card, or by PayPal where it is offered at the checkout. Prices include VAT, and your invoice shows how much of them is VAT.",
    },
    {
      question: "Can I send something back?",
      answer:
        "Yes, within 14 days of delivery. [The Returns page](/returns) says how, and has a form you can use.",
    },
  ],
};
