import { describe, expect, it } from "vitest";
import { asUser, makeOrder, makeProduct, makeUser, testContext } from "#server/testing/factories.ts";
import { currentUser } from "./user-views.server.ts";

describe("the current user", () => {
  it("is null for a visitor", async () => {
    expect(await currentUser(await testContext())).toBeNull();
  });

  it("has the fields that scripts know and never the password hash or what staff write", async () => {
    const context = await testContext();
    const user = await makeUser(context, { password: "secret-enough" });
    const view = await currentUser(asUser(context, user));
    expect(view).toMatchObject({
      id: user.id,
      username: user.username,
      role: "customer",
      postcode: "",
      postalCode: "",
    });
    for (const word of ["notes", "leadScore", "tags", "customerSegment", "acquisitionSource"]) {
      expect(Object.keys(view ?? {})).not.toContain(word);
    }
    expect(JSON.stringify(view)).not.toContain("argon2");
  });

  it("adds paid orders that were not cancelled to the lifetime value", async () => {
    const context = await testContext();
    const customer = await makeUser(context);
    const lines = [{ product: await makeProduct(context, { price: 1250 }), quantity: 2 }];
    await makeOrder(context, { customer, lines });
    await makeOrder(context, { customer, lines, status: "cancelled" });
    await makeOrder(context, { lines });
    expect(await currentUser(asUser(context, customer))).toMatchObject({ totalLifetimeValue: 2500 });
  });
});
