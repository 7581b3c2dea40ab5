import { expect, test } from "playwright/test";

interface ReadOrder {
  customerName: string;
  customerEmail: string;
  customerAddress: string;
}

test("no name, email or address of any order is in what the community pages send", async ({
  playwright,
  baseURL,
}) => {
  const origin = baseURL ?? "";
  const staff = await playwright.request.newContext({ baseURL: origin });
  const signIn = { email: "admin@example.com", password: "biochar-demo" };
  expect((await staff.post("/api/admin/login", { data: signIn })).ok()).toBe(true);
  const orders = (await (await staff.get("/api/admin/orders?limit=100")).json()) as ReadOrder[];
  await staff.dispose();
  expect(orders.length).toBeGreaterThan(50);

  const visitor = await playwright.request.newContext({ baseURL: origin });
  for (const path of [
    "/community",
    "/community.data",
    "/community?view=achievements",
    "/blog?tab=community",
    "/api/community",
  ]) {
    const response = await visitor.get(path);
    expect(response.status(), path).toBe(200);
    const text = (await response.text()).toLowerCase();
    expect(text, path).toContain("united kingdom");
    for (const { customerName, customerEmail, customerAddress } of orders) {
      const [street = "", town = ""] = customerAddress.split(", ");
      // The shop itself stands in one of the towns.
      const traces = [customerName, customerEmail, street, ...(town === "Ludlow" ? [] : [town])];
      const leaked = traces.filter((trace) => trace !== "" && text.includes(trace.toLowerCase()));
      expect(leaked, path).toEqual([]);
    }
  }
  await visitor.dispose();
});
