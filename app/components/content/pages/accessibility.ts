import type { ContentPage } from "../content-page.ts";

export const accessibility: ContentPage = {
  title: "Accessibility",
  eyebrow: "Legal",
  description: "How this shop is made to work for everyone, and whom to tell when it does not.",
  lead: "Everyone should be able to buy a bag of biochar.",
  sections: [
    {
      heading: "What we do",
      paragraphs: [
        "The shop aims at the Web Content Accessibility Guidelines 2.2, level AA. It can be used with a keyboard alone, enlarged, read aloud, in light and dark, with less motion, and, for everything a shopper does, without JavaScript.",
        "The pictures are illustrations; what matters in them is said in the text.",
      ],
    },
    {
      heading: "If something stands in your way",
      paragraphs: [
        "Tell us which page, and what you use to read it. We answer within five working days, and meanwhile take your order by phone or email.",
      ],
    },
  ],
  contactDetails: true,
};
