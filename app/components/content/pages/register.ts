import type { ContentPage } from "../content-page.ts";

export const register: ContentPage = {
  title: "Create an account",
  eyebrow: "Accounts",
  description: "How to get an account with the shop, and what it is for.",
  lead: "You can buy without an account. One keeps your details and your orders together.",
  sections: [
    {
      heading: "Ask us for one",
      paragraphs: [
        "We open accounts ourselves: write or ring with your name and email address, and we send you your sign-in.",
        "Farms, businesses and research groups: tell us which you are, so that we can look after you properly.",
      ],
    },
  ],
  contactDetails: true,
  links: [
    { label: "Login", to: "/login" },
    { label: "Browse products", to: "/products" },
  ],
};
