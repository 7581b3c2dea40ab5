import type { ReactNode } from "react";
import type { StoreSummary } from "#app/lib/root-data.ts";
import type { DeliveryRule } from "#server/pricing/delivery.ts";

/** What a page that only tells may say differently from shop to shop and from visitor to visitor. */
export interface PageFacts {
  store: StoreSummary;
  deliveryRule: DeliveryRule;
  signedIn: boolean;
}

/** A page that only tells: written by the server, so that none of it is sent to the browser as JavaScript. */
export interface ContentPage {
  title: string;
  /** For search engines and previews. */
  description: string;
  /** For previews; the page itself places its pictures. */
  picture?: ContentPicture;
  body: (facts: PageFacts) => ReactNode;
}

export interface ContentPicture {
  src: string;
  alt: string;
}
