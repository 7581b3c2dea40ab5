import { describe, expect, it } from "vitest";
import { outageBehind, unstorableBehind } from "./database-outage.ts";
import { ShopError } from "./errors.ts";

function failure(code: string, message = "it failed"): Error {
  return Object.assign(new Error(message), { code });
}

describe("a database that is away, full or too slow", () => {
  it.each([
    ["the server is not there", failure("ECONNREFUSED")],
    ["the connection was cut", failure("ECONNRESET")],
    ["the server is being stopped", failure("57P01")],
    ["the server is starting", failure("57P03")],
    ["too many connections", failure("53300")],
    ["the disk is full", failure("53100")],
    ["a statement took too long", failure("57014")],
    ["a transaction stood still for too long", failure("25P03")],
    ["a transaction took too long", failure("25P04")],
    ["a standby that takes no writes", failure("25006")],
    ["pg lost its connection", new Error("Connection terminated unexpectedly")],
    ["the pool gave nothing", new Error("timeout exceeded when trying to connect")],
    ["a server took the connection and said nothing", new Error("timeout expired")],
    ["the connection is being closed", new Error("Client was closed and is not queryable")],
    ["the pool is being closed", new Error("Cannot use a pool after calling end on the pool")],
    ["any of them, wrapped by the ORM", new Error("query failed", { cause: failure("57P01") })],
    ["all addresses of a host", new AggregateError([failure("ECONNREFUSED")], "connect failed")],
  ])("is a 503 to try again: %s", (_, error) => {
    expect(outageBehind(error)).toMatchObject({ code: "unavailable", status: 503, retryAfterSeconds: 5 });
  });

  it.each([
    ["a mistake in a statement", failure("42601")],
    ["a broken constraint", failure("23505")],
    ["a zero byte in a statement", failure("08P01")],
    ["a zero byte in a value", failure("22021")],
    ["half a letter in a JSON value", failure("22P05")],
    ["a statement after one that failed in its transaction", failure("25P02")],
    ["a mistake of ours", new TypeError("x is not a function")],
    ["a refusal", new ShopError("not_found", "No such order")],
    ["something thrown that is no error", "ECONNREFUSED"],
  ])("is nothing of that kind: %s", (_, error) => {
    expect(outageBehind(error)).toBeUndefined();
  });

  it.each(["08P01", "22021", "22P05"])(
    "is the sender's mistake where it is a text that cannot be stored: %s",
    (code) => {
      const wrapped = new Error("query failed", { cause: failure(code) });
      expect(unstorableBehind(wrapped)).toMatchObject({ code: "bad_request", status: 400 });
      expect(unstorableBehind(failure("57P01"))).toBeUndefined();
    },
  );

  it("ends for errors that cause each other", () => {
    const first = new Error("first");
    first.cause = new Error("second", { cause: first });
    expect(outageBehind(first)).toBeUndefined();
  });
});
