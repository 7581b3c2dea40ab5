import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, it } from "vitest";
import { SplicedGzip } from "./spliced-gzip.ts";

const word = "AAAAbbbbCCCCddddEEEEff==";
const other = "Zx9+/0123456789abcdefg==";

it("is the text with another word wherever the first one stood, checksum and all", () => {
  const text = `<p nonce="${word}">one ${"and more ".repeat(9000)}</p><b nonce="${word}"/>${word}`;
  const spliced = new SplicedGzip(Buffer.from(text), word);
  for (const next of [word, other, word]) {
    expect(gunzipSync(spliced.with(next)).toString()).toBe(text.replaceAll(word, next));
  }
});

it("holds for any text around any number of words", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "grapheme", maxLength: 60 }), { maxLength: 8 }), (parts) => {
      const text = parts.join(word);
      const sent = gunzipSync(new SplicedGzip(Buffer.from(text), word).with(other)).toString();
      expect(sent).toBe(text.replaceAll(word, other));
    }),
  );
});

it("refuses a word of another length, which would not fit", () => {
  expect(() => new SplicedGzip(Buffer.from(word), word).with("short")).toThrow("length");
});

it("is hardly larger than the same text compressed at once", () => {
  const text = `${"Biochar for living soil. ".repeat(200)}<b nonce="${word}">${"Biochar for living soil. ".repeat(200)}`;
  expect(new SplicedGzip(Buffer.from(text), word).with(other).length).toBeLessThan(300);
});

it("goes on with another text each time, checksum and all, where it is open", () => {
  const text = `${"Biochar ".repeat(9000)}<b nonce="${word}">`;
  const spliced = new SplicedGzip(Buffer.from(text), word, { isOpen: true });
  for (const [next, tail] of [
    [word, "one"],
    [other, "another Biochar ".repeat(90)],
    [other, ""],
  ] as const) {
    const sent = gunzipSync(spliced.with(next, Buffer.from(tail))).toString();
    expect(sent).toBe(text.replaceAll(word, next) + tail);
  }
  expect(() => spliced.with(word)).toThrow("tail");
  expect(() => new SplicedGzip(Buffer.from(text), word).with(word, Buffer.from("more"))).toThrow("tail");
});
