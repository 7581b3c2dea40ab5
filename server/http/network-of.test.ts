import { expect, it } from "vitest";
import { networkOf } from "#server/access/limit-key.ts";

it.each([
  ["203.0.113.9", "203.0.113.9"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:DB8:1:2::9", "2001:db8:1:2::/64"],
  ["2001:0db8:0001:0002::", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["", ""],
])("%s counts as %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});

it("counts a larger network on request", () => {
  expect(networkOf("2001:db8:1:2::9", 48)).toBe("2001:db8:1::/48");
  expect(networkOf("203.0.113.9", 48)).toBe("203.0.113.9");
});
