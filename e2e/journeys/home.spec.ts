import { expect, test } from "playwright/test";

/** The sections in order, each with its text and its links. */
const sections: [heading: string, links: string[]][] = [
  ["Biochar for living soil", ["/products", "/about"]],
  ["Activated Biochar for steadier digesters", ["/products", "/blog"]],
  ["One handful, many small rooms", []],
  ["Carbon Offset Calculator", []],
  ["How much do I need?", []],
  ["Our Products", ["/products"]],
  ["Why our biochar is world class", ["/products"]],
  ["Newsletter and knowledge resources", []],
];

test("the home page has its sections in order, with their links and at most four products", async ({
  request,
}) => {
  const html = await (await request.get("/")).text();
  const main = html.slice(html.indexOf("<main"), html.indexOf("</main>"));
  const places = sections.map(([heading]) => main.indexOf(heading));
  expect(places).not.toContain(-1);
  expect(places).toEqual([...places].sort((a, b) => a - b));
  for (const [index, [heading, links]] of sections.entries()) {
    const text = main.slice(places[index], places[index + 1]);
    for (const link of links) expect(text, `${heading} leads to ${link}`).toContain(`href="${link}"`);
  }
  const products = main.slice(places[5], places[6]);
  expect(products).toContain("View All Products");
  const cards = new Set([...products.matchAll(/href="(\/products\/[\w-]+)"/g)].map(([, path]) => path));
  expect(cards.size).toBeGreaterThan(0);
  expect(cards.size).toBeLessThanOrEqual(4);
  expect([...cards]).not.toContain("/products/biochar-masks");
});
