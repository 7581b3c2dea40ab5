import type { ReactNode } from "react";
import type { StoreSummary } from "#app/lib/root-data.ts";
import type { DeliveryRule } from "#server/pricing/delivery.ts";
import type { Statements } from "#server/settings/claims.ts";
import type { Promises } from "#server/settings/promises.ts";

/** What a text page says differently from shop to shop and from visitor to visitor. */
export interface PageFacts extends Statements {
  store: StoreSummary;
  deliveryRule: DeliveryRule;
  promises: Promises;
  signedIn: boolean;
}

/** A text page: rendered by the server, so that the browser gets none of it as JavaScript. */
export interface ContentPage {
  title: string;
  /** For search engines and previews. */
  description: string;
  /** For previews only; the page places its own pictures. */
  picture?: ContentPicture;
  body: (facts: PageFacts) => ReactNode;
}

export interface ContentPicture {
  src: string;
  alt: string;
}
