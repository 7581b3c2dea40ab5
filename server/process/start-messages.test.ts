import { expect, it } from "vitest";
import { demoSignInsText, shopAddress } from "./open-database.server.ts";

it.each([
  ["127.0.0.1", "http://127.0.0.1:3000"],
  ["0.0.0.0", "http://127.0.0.1:3000"],
  ["::", "http://127.0.0.1:3000"],
  ["::1", "http://[::1]:3000"],
  ["shop.local", "http://shop.local:3000"],
])("tells where a shop on %s is found", (HOST, address) => {
  expect(shopAddress({ HOST, PORT: 3000 })).toBe(address);
});

it("names every demo sign-in with its page", () => {
  expect(demoSignInsText("http://127.0.0.1:3000").split("\n")).toEqual([
    "Demo sign-ins, all with the password biochar-demo:",
    "  admin     admin@example.com     administrator  http://127.0.0.1:3000/admin/login",
    "  manager   manager@example.com   shop manager   http://127.0.0.1:3000/admin/login",
    "  customer  customer@example.com  customer       http://127.0.0.1:3000/login",
    "  packer    packer@example.com    packer         http://127.0.0.1:3000/admin/login",
  ]);
});
