import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { ResearchCard } from "./account.tsx";

/* Shows the report to those who have access, and the state of things to those who get it soon. */

it("tells verified people without access that it is being processed, and locks the report", () => {
  const card = renderToStaticMarkup(<ResearchCard access="processing" />);
  expect(card).toContain("is verified and your research access is being processed");
  expect(card).toContain("Locked");
  expect(card).not.toContain("/api/research/download");
});

it("offers the report's download once access is granted, and a second report as 'Coming Soon'", () => {
  const card = renderToStaticMarkup(<ResearchCard access="granted" />);
  expect(card).not.toContain("being processed");
  expect(card).toContain('href="/api/research/download"');
  expect(card).toContain("Coming Soon");
});
