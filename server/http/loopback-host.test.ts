import { expect, test } from "vitest";
import { isLoopbackHost } from "./client-address.ts";

test.each(["localhost", "localhost:3000", "LOCALHOST", "127.0.0.1:3000", "127.8.8.8", "[::1]", "[::1]:3000"])(
  "%s is this machine",
  (host) => expect(isLoopbackHost(host)).toBe(true),
);

test.each([
  undefined,
  "",
  "rebound.example",
  "rebound.example:3000",
  "localhost.rebound.example",
  "127.0.0.1.rebound.example",
  "rebound.example#127.0.0.1",
  "0.0.0.0",
  "10.0.0.1",
])("%s is not", (host) => expect(isLoopbackHost(host)).toBe(false));
