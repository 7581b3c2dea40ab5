import type { ContentPage } from "../content-page.ts";

export const puroEarth: ContentPage = {
  title: "Puro Earth partnership",
  eyebrow: "Standards",
  description: "How Puro Earth certifies carbon removal through biochar, and what that means for buyers.",
  lead: "Puro Earth runs a standard and a registry for carbon removal, and biochar is one of the ways of removing carbon that it recognises.",
  sections: [
    {
      heading: "How it works",
      steps: [
        "The producer's site, feedstock and kiln are audited by an independent body.",
        "For each period the char made and where it was used are shown with documents.",
        "Certificates are issued in a public registry, one for each tonne of CO₂ removed for a century or more.",
      ],
    },
    {
      heading: "One tonne, one claim",
      paragraphs: [
        "Where a removal has been certified and sold, it belongs to whoever bought the certificate. A gardener or a farm that uses the same char keeps every benefit to the soil, but should not count that removal again.",
        "If you report on carbon and need to know the standing of a batch, ask us before you order.",
      ],
    },
  ],
  links: [
    { label: "Browse products", to: "/products" },
    { label: "Contact us", to: "/contact" },
  ],
};
