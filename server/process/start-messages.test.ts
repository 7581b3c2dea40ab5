import { expect, it } from "vitest";
import { demoSignIns, shopAddress } from "./start-messages.ts";

it.each([
  ["127.0.0.1", "http://127.0.0.1:3000"],
  ["0.0.0.0", "http://127.0.0.1:3000"],
  ["::", "http://127.0.0.1:3000"],
  ["::1", "http://[::1]:3000"],
  ["shop.local", "http://shop.local:3000"],
])("tells where a shop on %s is found", (HOST, address) => {
  expect(shopAddress({ HOST, PORT: 3000 })).toBe(address);
});

it("names the three demo sign-ins with their pages", () => {
  const text = demoSignIns("http://127.0.0.1:3000");
  for (const name of ["admin@example.com", "manager@example.com", "customer@example.com", "biochar-demo"]) {
    expect(text).toContain(name);
  }
});
