interface TermsSection {
  heading: string;
  paragraphs: string[];
  links?: { label: string; to: string }[];
}

/** The terms on which the shop sells: the page shows them, and every confirmation carries them (resolution C7). */
export const contractTerms: TermsSection[] = [
  {
    heading: "Ordering and paying",
    paragraphs: [
      "Prices are in pounds sterling and include VAT. What delivery costs is shown before you pay. You order by pressing the button that names the amount; we confirm the order by email, and with that the contract is made.",
      "Cards are handled by Stripe, and PayPal by PayPal: we never see your card. If something cannot be supplied after all, we tell you and return what you paid for it.",
    ],
  },
  {
    heading: "Delivery",
    paragraphs: [
      "We deliver within the United Kingdom by carrier, and bulk bags by pallet to the kerb. For other countries we agree delivery with you before we send anything.",
    ],
  },
  {
    heading: "Your right to cancel, and faults",
    paragraphs: [
      "You may cancel within 14 days of delivery, as the Returns page explains. Goods must be as described, fit for their purpose and of satisfactory quality; if they are not, the law gives you the right to a repair, a replacement or your money back.",
    ],
    links: [{ label: "Returns", to: "/returns" }],
  },
  {
    heading: "Advice and use",
    paragraphs: [
      "Figures describe our biochar as it leaves the yard; soils and seasons differ. Ask a vet before feeding it to animals. English law applies, and nothing here takes away rights that you have as a consumer.",
    ],
  },
];
