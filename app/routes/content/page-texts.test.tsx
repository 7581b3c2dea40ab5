import { describe, expect, it } from "vitest";
import { shippedStatements } from "#server/settings/claims.ts";
import { renderedPage } from "./rendered-page.ts";

/** What each page must say, and where it must link. */
const expectedWords = [
  {
    path: "/about",
    words: [
      "Our Story",
      "Farming and agriculture",
      "Building materials",
      "Animal feed",
      "Water filtration",
      "Waste treatment",
      "Water retention in soils",
      "Our mission",
      "Our vision",
      "Consulting services",
      "Working together",
      "100+",
      "500+",
      "20+",
      "2.5 kg",
    ],
    links: ["/products", "/contact"],
  },
  {
    path: "/manufacturing",
    words: [
      "Types of feedstock",
      "Drying",
      "Pyrolysis",
      "Finishing",
      "Quality and standards",
      "Technical specification",
      "450–550°C",
      "under 18%",
      "over 80%",
      "7.5–9.0",
      "+15–20%",
    ],
    links: [
      "/products",
      "/contact",
      "/manufacturing/ebc-certification",
      "/manufacturing/international-biochar-initiative",
      "/manufacturing/co2-certification",
      "/manufacturing/puro-earth",
      "/science",
    ],
  },
  {
    path: "/manufacturing/ebc-certification",
    words: [
      "No product in this shop is sold as EBC certified",
      "What it requires",
      "Benefits",
      "Tested in three steps",
      "Sampling",
      "Laboratory",
      "Review",
      "at least 50%",
      "at most 3%",
    ],
    links: ["/products", "/contact", "/manufacturing"],
  },
  {
    path: "/manufacturing/international-biochar-initiative",
    words: ["International Biochar Initiative", "5–10%", "10–20%", "5–15%"],
    links: ["/products", "/contact"],
  },
  {
    path: "/manufacturing/co2-certification",
    words: ["Verified Carbon Standard", "2.5–3.7 kg", "gross"],
    links: ["/products", "/contact", "/manufacturing"],
  },
  {
    path: "/manufacturing/puro-earth",
    words: [
      "Puro Earth partnership",
      "What the partnership means",
      "no product in this shop is sold with one",
      "One tonne, one claim",
    ],
    links: ["/products", "/contact"],
  },
  {
    path: "/applications",
    words: [
      "Farming and agriculture",
      "Building materials",
      "Animal feed",
      "Water filtration",
      "Waste treatment",
      "Water retention in soils",
      "10–20%",
      "5–15%",
      "5–10%",
      "+15–20%",
    ],
    links: ["/contact", "/products"],
  },
  {
    path: "/science",
    words: [
      "How biochar works",
      "Research-backed benefits",
      "Feedstock selection",
      "350–700°C",
      "Quality control",
      "Publications",
      "Collaborating institutions",
      "None of them has reviewed our products.",
      "3.6 kg",
      "2.93 kg",
      "2.17 kg",
      "before transport and production",
    ],
    links: ["/register", "/login", "/products", "/contact", "#publications"],
  },
];

describe.each(expectedWords)("$path", ({ path, words, links }) => {
  const page = renderedPage(path);

  it.each(words)("says: %s", (word) => {
    expect(page.text).toContain(word);
  });

  it.each(links)("leads to %s", (link) => {
    expect(page.links).toContain(link);
  });
});

describe("the science page", () => {
  const { all, textOf, text } = renderedPage("/science");
  const dialogs = all("dialog");

  it("opens the dialog 'Access Research Reports' by the browser's own means", () => {
    const opener = all("button").find(({ attribs }) => attribs.command === "show-modal");
    expect(textOf("button")).toContain("Download Research Report");
    expect(dialogs.map(({ attribs }) => attribs.id)).toEqual([opener?.attribs.commandfor]);
    expect(opener?.attribs.popovertarget).toBe(opener?.attribs.commandfor);
    expect(textOf("h2")).toContain("Access Research Reports");
  });

  it("offers an account or signing in, says what it is good for and that the address is verified", () => {
    const [dialog = ""] = textOf("dialog");
    expect(textOf("a")).toEqual(
      expect.arrayContaining([
        "Create Free Account",
        "Already have an account? Sign In",
        "View Research Papers",
      ]),
    );
    expect(dialog).toContain("The research report as a PDF");
    expect(dialog).toContain("email verification");
    expect(dialog).not.toContain("You are signed in");
  });

  it("tells somebody who is signed in where the report is", () => {
    expect(renderedPage("/science", { signedIn: true }).textOf("dialog")[0]).toContain("You are signed in");
  });

  it.each(Object.values(shippedStatements.claims))(
    "prints $figure $says, with its source",
    ({ figure, says, source }) => {
      for (const part of [figure, says, source]) expect(text).toContain(part);
    },
  );

  it("prints the sales of each year with the share that is stated", () => {
    for (const part of [
      "2019 1,958 10%",
      "2020 2,937 15%",
      "2021 1,371 7%",
      "2022 3,916 20%",
      "2023 5,287 27%",
      "2024 6,070 31%",
    ]) {
      expect(textOf("tr")).toContain(part.replace(/ /g, ""));
    }
  });
});
