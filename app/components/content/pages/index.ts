import type { ContentPage } from "../content-page.ts";
import { about } from "./about.tsx";
import { accessibility } from "./accessibility.tsx";
import { applications } from "./applications.tsx";
import { co2Certification } from "./co2-certification.tsx";
import { cookies } from "./cookies.tsx";
import { delivery } from "./delivery.tsx";
import { ebcCertification } from "./ebc-certification.tsx";
import { internationalBiocharInitiative } from "./international-biochar-initiative.tsx";
import { manufacturing } from "./manufacturing.tsx";
import { privacy } from "./privacy.tsx";
import { puroEarth } from "./puro-earth.tsx";
import { resources } from "./resources.tsx";
import { returns } from "./returns.tsx";
import { science } from "./science.tsx";
import { terms } from "./terms.tsx";

/** The text pages by address, in the order of app/routes.ts; the legal pages are last. */
const contentPages: ReadonlyMap<string, ContentPage> = new Map([
  ["/about", about],
  ["/manufacturing", manufacturing],
  ["/manufacturing/ebc-certification", ebcCertification],
  ["/manufacturing/international-biochar-initiative", internationalBiocharInitiative],
  ["/manufacturing/co2-certification", co2Certification],
  ["/manufacturing/puro-earth", puroEarth],
  ["/applications", applications],
  ["/science", science],
  ["/resources", resources],
  ["/delivery", delivery],
  ["/returns", returns],
  ["/terms", terms],
  ["/privacy", privacy],
  ["/cookies", cookies],
  ["/accessibility", accessibility],
]);

/** For the sitemap. */
export const contentPaths: readonly string[] = [...contentPages.keys()];

export function findContentPage(pathname: string): ContentPage | undefined {
  return contentPages.get(pathname.replace(/\/$/, ""));
}
