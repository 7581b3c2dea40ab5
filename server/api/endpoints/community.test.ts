import { expect, it } from "vitest";
import { makeOrder, makeProduct, makeUser, testContext } from "#server/testing/factories.ts";
import { callRest } from "#server/testing/rest-caller.ts";

it("GET /api/community gives anybody the board as initials and locality, and no name, email or address", async () => {
  const context = await testContext();
  const product = await makeProduct(context, { price: 50_000 });
  const customer = await makeUser(context, {
    name: "Perpetua Quillfeather",
    email: "perpetua@private.example",
  });
  await makeOrder(context, { customer, lines: [{ product, quantity: 1 }] });
  await makeOrder(context, { lines: [{ product, quantity: 2 }], customerEmail: "guest@private.example" });
  const { body, headers, status } = await callRest("GET", "/api/community");
  expect(status).toBe(200);
  expect(headers.get("etag")).toBeTruthy();
  expect(body).toMatchObject({
    totalCO2Sequestered: 540,
    dailyImpact: 1.5,
    totalOrders: 2,
    totalCustomers: 2,
    leaderboard: [
      {
        rank: 1,
        customerName: "GG, United Kingdom",
        totalCO2Sequestered: 360,
        achievements: ["earth-warrior", "carbon-saver"],
      },
      { rank: 2, customerName: "PQ, United Kingdom", totalCO2Sequestered: 180 },
    ],
  });
  expect(JSON.stringify(body)).not.toMatch(
    /Perpetua|Quillfeather|Gwen|Guest\b|private|@|Test Lane|Ludlow|SY8|INV-|\bid":\d/,
  );
});
