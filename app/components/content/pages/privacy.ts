import type { ContentPage } from "../content-page.ts";

export const privacy: ContentPage = {
  title: "Privacy Policy",
  eyebrow: "Legal",
  description: "What we keep about you, why, for how long, and your rights.",
  lead: "We keep what an order needs, and nothing that it does not.",
  sections: [
    {
      heading: "What we keep, and why",
      list: [
        "Name, email, phone, addresses and what you ordered: to carry out the contract with you",
        "Your account, if you have one, with your password only as a hash: for the same reason",
        "Your email address for news, if you asked for it: with your consent, until you withdraw it",
        "Technical logs without names: to keep the shop safe, our legitimate interest",
      ],
      paragraphs: [
        "Card details never reach us. They go from your browser to Stripe, who acts under its own privacy policy.",
      ],
    },
    {
      heading: "For how long",
      paragraphs: [
        "Orders and invoices are kept for six years, as tax law asks. Accounts are kept until you close them. A cart that nobody returns to is forgotten after 90 days.",
      ],
    },
    {
      heading: "Your rights",
      paragraphs: [
        "You may see, correct, take with you or have erased what we keep about you, and object to its use. Write to us; we answer within a month, and acknowledge complaints within 30 days. You may also complain to the Information Commissioner's Office at ico.org.uk.",
      ],
    },
  ],
  contactDetails: true,
};
