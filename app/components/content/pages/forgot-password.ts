import type { ContentPage } from "../content-page.ts";

export const forgotPassword: ContentPage = {
  title: "Forgot your password?",
  eyebrow: "Accounts",
  description: "How to get back into your account.",
  lead: "It happens. We will let you back in.",
  sections: [
    {
      heading: "What to do",
      paragraphs: [
        "Write to us from the email address of your account, or ring during opening hours. Once we know that it is you, we give you a new password. We never ask for the old one.",
      ],
    },
  ],
  contactDetails: true,
  links: [{ label: "Login", to: "/login" }],
};
