/** A publication that a page cites. */
interface Publication {
  authors: string;
  title: string;
  where: string;
  /** Its finding in the page's own words. */
  found?: string;
  url: string;
}

/** The cited publications, by their number on the science page. */
export const publications = [
  {
    authors: "M. O. Omondi and others",
    title:
      "Quantification of biochar effects on soil hydrological properties using meta-analysis of literature data",
    where: "Geoderma 274, 2016",
    found:
      "On average soil became 7.6% lighter, its pores grew by 8.4%, its crumbs were 8.2% more stable and it held 15.1% more water for plants; more so in coarse soils than in fine ones.",
    url: "https://doi.org/10.1016/j.geoderma.2016.03.029",
  },
  {
    authors: "J. Wang, Z. Xiong and Y. Kuzyakov",
    title: "Biochar stability in soil: meta-analysis of decomposition and priming effects",
    where: "GCB Bioenergy 8, 2016",
    found: "About 3% of the carbon is gone within months; the other 97% stays for 556 years on average.",
    url: "https://doi.org/10.1111/gcbb.12266",
  },
  {
    authors: "S. Jeffery and others",
    title: "Biochar boosts tropical but not temperate crop yields",
    where: "Environmental Research Letters 12, 2017",
    found:
      "Yields rose by a quarter in the tropics and, on average, not at all in climates like ours. That is why we promise water, structure and carbon, but not a bigger harvest.",
    url: "https://doi.org/10.1088/1748-9326/aa67bd",
  },
  {
    authors: "European Biochar Certificate",
    title: "Certification of the carbon sink potential of biochar",
    where: "Ithaka Institute, version 1.0, 2020",
    found: "Assumes that 0.3% of the carbon is lost each year, so that 74% of it is left after a century.",
    url: "https://www.european-biochar.org",
  },
  {
    authors: "S. Jeffery and others",
    title:
      "A quantitative review of the effects of biochar application to soils on crop productivity using meta-analysis",
    where: "Agriculture, Ecosystems and Environment 144, 2011",
    found: "A mean gain of 10%, from a loss of 28% to a gain of 39%; most on acid and coarse soils.",
    url: "https://doi.org/10.1016/j.agee.2011.08.015",
  },
  {
    authors: "I. G. Edeh, O. Mašek and W. Buss",
    title:
      "A meta-analysis on biochar's effects on soil water properties: new insights and future research challenges",
    where: "Science of the Total Environment 714, 2020",
    found: "More water in coarse soils above all; in clay the gain is that rain drains away faster.",
    url: "https://doi.org/10.1016/j.scitotenv.2020.136857",
  },
  {
    authors: "D. Rathnayake and others",
    title:
      "Quantifying soil organic carbon after biochar application: how to avoid (the risk of) counting CDR twice?",
    where: "Frontiers in Climate 6, 2024",
    found: "Why the same tonne must not be counted once in a certificate and again in a soil sample.",
    url: "https://doi.org/10.3389/fclim.2024.1343516",
  },
  {
    authors: "J. Lehmann and S. Joseph (editors)",
    title: "Biochar for Environmental Management",
    where: "2nd edition, Routledge, 2015",
    url: "https://doi.org/10.4324/9780203762264",
  },
] as const satisfies readonly Publication[];

export type PublicationNumber = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;
