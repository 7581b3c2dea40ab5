import { contractTerms } from "#server/email/contract-terms.ts";
import type { ContentPage } from "../content-page.ts";

export const terms: ContentPage = {
  title: "Terms of Service",
  eyebrow: "Legal",
  description: "The terms on which we sell.",
  lead: "What you may expect of us, and we of you, when you buy here.",
  sections: contractTerms,
  contactDetails: true,
};
