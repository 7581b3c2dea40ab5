import { describe, expect, it } from "vitest";
import { holderKeyOf, limitKeyOf, NO_ADDRESS, widerLimitKeyOf } from "./limit-key.ts";

describe("an address is counted", () => {
  it.each([
    ["203.0.113.9", "203.0.113.9"],
    ["::ffff:203.0.113.9", "203.0.113.9"],
    ["::FFFF:cb00:7109", "203.0.113.9"],
    ["0:0:0:0:0:ffff:203.0.113.9", "203.0.113.9"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["2001:DB8:0:0:ffff:ffff:ffff:ffff", "2001:db8:0:0::/64"],
    ["2001:db8:0:1::1", "2001:db8:0:1::/64"],
    ["2001:0db8:0000:0001:0000:0000:0000:0001", "2001:db8:0:1::/64"],
    ["64:ff9b::203.0.113.9", "64:ff9b:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["::1", "0:0:0:0::/64"],
    ["", NO_ADDRESS],
    ["somewhere", "somewhere"],
  ])("%s as %s", (address, key) => {
    expect(limitKeyOf(address)).toBe(key);
  });

  it("also as the network that a firm is given whole, when it is IPv6", () => {
    expect(widerLimitKeyOf("2001:db8:7:9::1")).toBe("2001:db8:7::/48");
    expect(widerLimitKeyOf(limitKeyOf("2001:db8:7:9::1"))).toBe("2001:db8:7::/48");
    expect(widerLimitKeyOf("203.0.113.9")).toBeUndefined();
    expect(widerLimitKeyOf("::ffff:203.0.113.9")).toBeUndefined();
    expect(widerLimitKeyOf("")).toBeUndefined();
  });

  it("where turns are taken and stock is reserved by the larger of the two", () => {
    expect(holderKeyOf("2001:db8:1:2::9")).toBe("2001:db8:1::/48");
    expect(holderKeyOf("203.0.113.9")).toBe("203.0.113.9");
  });
});
