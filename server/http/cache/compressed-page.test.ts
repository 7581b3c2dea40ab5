import { brotliDecompressSync, gunzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CompressedPage, encodingFor, OpenPage } from "./compressed-page.ts";

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

describe("an open page", () => {
  it("goes on with another text each time, checksum and all", () => {
    const page = new OpenPage(Buffer.from(text));
    for (const tail of ["one", "another Biochar ".repeat(90), ""]) {
      expect(gunzipSync(page.with(Buffer.from(tail), "gzip")).toString()).toBe(text + tail);
      expect(page.with(Buffer.from(tail), "identity").toString()).toBe(text + tail);
    }
  });

  it("holds for any two texts", () => {
    const anyText = fc.string({ unit: "grapheme", maxLength: 200 });
    fc.assert(
      fc.property(anyText, anyText, (head, tail) => {
        const sent = new OpenPage(Buffer.from(head)).with(Buffer.from(tail), "gzip");
        expect(gunzipSync(sent)).toEqual(Buffer.concat([Buffer.from(head), Buffer.from(tail)]));
      }),
    );
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
