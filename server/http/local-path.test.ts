import { describe, expect, it } from "vitest";
import { localPath } from "./same-origin.ts";

describe("an untrusted path", () => {
  it.each(["/admin", "/products?search=peat&page=2", "/account/settings?tab=security#top", "/"])(
    "is kept when it is ours: %s",
    (path) => {
      expect(localPath(path, "/fallback")).toBe(path);
    },
  );

  it.each([
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "/.//evil.example",
    "/x/..//evil.example",
    "javascript:alert(1)",
    "admin",
    "",
    null,
    undefined,
    ["/admin"],
  ])("gives way to the fallback otherwise: %j", (path) => {
    expect(localPath(path, "/fallback")).toBe("/fallback");
  });
});
