/** A page that only tells: plain data, rendered by content-view.tsx. */
export interface ContentPage {
  title: string;
  /** For search engines and previews. */
  description: string;
  /** A few words above the title. */
  eyebrow?: string;
  lead: string;
  picture?: { src: string; alt: string };
  sections: ContentSection[];
  /** The ways on, as buttons; the first is the one that stands out. */
  links?: { label: string; to: string }[];
  /** Shows the shop's address, phone, email and opening hours, from the settings. */
  contactDetails?: boolean;
}

export interface ContentSection {
  heading: string;
  /** So that other pages can point here. */
  id?: string;
  paragraphs?: string[];
  list?: string[];
  /** Steps, in order. */
  steps?: string[];
  facts?: { label: string; value: string }[];
  links?: { label: string; to: string }[];
}
