import type { ContentPage } from "../content-page.ts";

export const cookies: ContentPage = {
  title: "Cookie Policy",
  eyebrow: "Legal",
  description: "The few cookies this shop sets, and what each is for.",
  lead: "Only what the shop needs in order to work. No advertising, no tracking, and so no banner.",
  sections: [
    {
      heading: "What is kept in your browser",
      list: [
        "cart: which cart is yours, for 90 days after your last visit",
        "session: that you are signed in, for 30 days at most",
        "notice: one message for the next page, for a minute",
        "user, in local storage: your name and role while you are signed in, so that the right links show",
      ],
      paragraphs: [
        "Where you pay by card, Stripe sets cookies of its own on the checkout page, to recognise fraud. They are needed for the payment.",
      ],
    },
    {
      heading: "Saying no",
      paragraphs: [
        "You can delete or refuse cookies in your browser at any time. Without the cart cookie the shop cannot remember what you chose.",
      ],
    },
  ],
  links: [{ label: "Privacy Policy", to: "/privacy" }],
};
