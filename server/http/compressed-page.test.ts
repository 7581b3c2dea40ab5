import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { CompressedPage, encodingFor } from "./page-cache.ts";

const text = `<p>${"Biochar for living soil. ".repeat(400)}</p>`;

describe("a page from memory", () => {
  it("is the same text in every encoding, compressed well", () => {
    const page = new CompressedPage(Buffer.from(text));
    expect(page.as("identity").toString()).toBe(text);
    expect(gunzipSync(page.as("gzip")).toString()).toBe(text);
    expect(brotliDecompressSync(page.as("br")).toString()).toBe(text);
    expect(page.as("gzip").length).toBeLessThan(300);
    expect(page.as("br").length).toBeLessThanOrEqual(page.as("gzip").length);
  });

  it("has a strong tag for each encoding, which another text does not share", () => {
    const [one, other] = [new CompressedPage(Buffer.from(text)), new CompressedPage(Buffer.from(`${text}!`))];
    const tags = [one, other].flatMap((page) =>
      (["identity", "gzip", "br"] as const).map((each) => page.tagOf(each)),
    );
    expect(new Set(tags).size).toBe(6);
    for (const tag of tags) expect(tag).toMatch(/^"[\w-]+"$/);
    expect(new CompressedPage(Buffer.from(text)).tagOf("gzip")).toBe(one.tagOf("gzip"));
  });
});

describe("the encoding of an answer", () => {
  it.each([
    ["gzip, deflate, br, zstd", "br"],
    ["gzip", "gzip"],
    ["br;q=0, gzip;q=0.5", "gzip"],
    ["GZIP", "gzip"],
    ["deflate", "identity"],
    ["", "identity"],
    [undefined, "identity"],
  ])("for %s is %s", (accepted, expected) => {
    expect(encodingFor(accepted, ["br", "gzip"])).toBe(expected);
  });

  it("is one of those that are offered", () => {
    expect(encodingFor("gzip, br", ["gzip"])).toBe("gzip");
  });
});
