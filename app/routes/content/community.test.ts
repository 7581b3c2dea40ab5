import { expect, it } from "vitest";
import { makeOrder, makeProduct, makeUser, testContext } from "#server/testing/factories.ts";
import { loader as blogLoader } from "./blog.tsx";
import { loader as communityLoader } from "./community.tsx";

const visit = (path: string) => ({
  request: new Request(`http://shop.test${path}`),
  params: {},
  context: {},
});

it("What the community pages load names nobody: no name, email, address, phone or number of an order", async () => {
  const context = await testContext();
  const product = await makeProduct(context, { price: 90_000 });
  const customer = await makeUser(context, {
    name: "Perpetua Quillfeather",
    email: "perpetua@private.example",
  });
  const { invoiceNumber } = await makeOrder(context, { customer, lines: [{ product, quantity: 1 }] });
  const community = await communityLoader(visit("/community?view=achievements"));
  expect(community.tab).toBe("achievements");
  const blog = await blogLoader(visit("/blog?tab=community"));
  expect(blog.community?.tab).toBe("leaderboard");
  for (const loaded of [community, blog]) {
    const text = JSON.stringify(loaded);
    expect(text).toContain("PQ, United Kingdom");
    expect(text).not.toMatch(/Perpetua|Quillfeather|private|@|Test Lane|Ludlow|SY8/);
    expect(text).not.toContain(invoiceNumber);
  }
});

it("The blog's articles load without the community's sums", async () => {
  const { community, articles } = await blogLoader(visit("/blog"));
  expect(community).toBeNull();
  expect(articles.length).toBeGreaterThan(0);
});
