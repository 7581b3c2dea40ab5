import { describe, expect, it } from "vitest";
import { describeDatabase, parseHosts } from "./host-list.ts";

describe("a database address", () => {
  it.each([
    ["postgres://shop:x@db.example/shop", ["postgres://shop:x@db.example/shop"]],
    [
      "postgres://shop:a%2Cb@one:5432,two:5433/shop?sslmode=require",
      [
        "postgres://shop:a%2Cb@one:5432/shop?sslmode=require",
        "postgres://shop:a%2Cb@two:5433/shop?sslmode=require",
      ],
    ],
    [
      "postgresql://one,two/shop?target_session_attrs=read-write",
      ["postgresql://one/shop", "postgresql://two/shop"],
    ],
    ["postgres://[::1]:5432,[::2]/shop", ["postgres://[::1]:5432/shop", "postgres://[::2]/shop"]],
  ])("%s has its hosts", (url, addresses) => {
    expect(parseHosts(url)?.addresses).toEqual(addresses);
  });

  it.each([
    "mysql://one,two/shop",
    "postgres://one,/shop",
    "postgres:///shop",
    "postgres://one:port,two/shop",
    "postgres://one,two/shop?target_session_attrs=standby",
    "shop",
  ])("%s is none", (url) => {
    expect(parseHosts(url)).toBeUndefined();
  });

  it("is told without its password", () => {
    const told = describeDatabase("postgres://shop:secret@one:5432,two:5433/shop");
    expect(told).toEqual({ hosts: "one:5432, two:5433", database: "shop" });
  });
});
