import type { ContentPage } from "../content-page.ts";
import { about } from "./about.ts";
import { accessibility } from "./accessibility.ts";
import { applications } from "./applications.ts";
import { co2Certification } from "./co2-certification.ts";
import { community } from "./community.ts";
import { cookies } from "./cookies.ts";
import { ebcCertification } from "./ebc-certification.ts";
import { internationalBiocharInitiative } from "./international-biochar-initiative.ts";
import { manufacturing } from "./manufacturing.ts";
import { privacy } from "./privacy.ts";
import { puroEarth } from "./puro-earth.ts";
import { returns } from "./returns.ts";
import { science } from "./science.ts";
import { terms } from "./terms.ts";

/** The pages that only tell, by their address, in the order of the spec's route table; the legal pages last. */
const contentPages = new Map<string, ContentPage>([
  ["/about", about],
  ["/manufacturing", manufacturing],
  ["/manufacturing/ebc-certification", ebcCertification],
  ["/manufacturing/international-biochar-initiative", internationalBiocharInitiative],
  ["/manufacturing/co2-certification", co2Certification],
  ["/manufacturing/puro-earth", puroEarth],
  ["/applications", applications],
  ["/science", science],
  ["/community", community],
  ["/privacy", privacy],
  ["/terms", terms],
  ["/cookies", cookies],
  ["/returns", returns],
  ["/accessibility", accessibility],
]);

/** For the map of the site. */
export const contentPaths: readonly string[] = [...contentPages.keys()];

export function findContentPage(pathname: string): ContentPage | undefined {
  return contentPages.get(pathname.replace(/\/$/, ""));
}
