import { describe, expect, it } from "vitest";
import { textOfFile } from "./text.ts";

const text = "name,price\r\nTerre d’été £5 pack,12.50\r\n";

const bigEndian = (letters: string) => Buffer.from(letters, "utf16le").swap16();

describe("the text of a file", () => {
  it.each([
    ["UTF-8", Buffer.from(text)],
    ["UTF-8 with its mark", Buffer.from(`\uFEFF${text}`)],
    ["UTF-16", Buffer.from(text, "utf16le")],
    ["UTF-16 with its mark", Buffer.from(`\uFEFF${text}`, "utf16le")],
    ["UTF-16, the other way round", bigEndian(text)],
    ["UTF-16, the other way round, with its mark", bigEndian(`\uFEFF${text}`)],
    ["Windows-1252", Buffer.from(text.replace("’", "\u0092"), "latin1")],
  ])("in %s is the same", (_encoding, bytes) => {
    expect(textOfFile(bytes)).toBe(text);
  });

  it("keeps a zero byte that stands in it, for its reader to refuse", () => {
    expect(textOfFile(Buffer.from("name\r\nA\0B\r\n"))).toBe("name\r\nA\0B\r\n");
  });

  it("of nothing is empty", () => {
    expect(textOfFile(new Uint8Array())).toBe("");
  });
});
