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

  it.each([
    ["UTF-8 with a line of Windows-1252", "Terre d’été", [0x43, 0x61, 0x66, 0xe9], "Terre d’étéCaf\uFFFD"],
    ["Windows-1252 with two letters that are one in UTF-8", "£\xe9t\xe9", [0xc9, 0x92], null],
  ])("of %s is what most of its bytes are", (_what, beginning, bytes, read) => {
    const isUtf8 = read !== null;
    const file = Buffer.concat([Buffer.from(beginning, isUtf8 ? "utf8" : "latin1"), Buffer.from(bytes)]);
    expect(textOfFile(file)).toBe(isUtf8 ? read : "£étéÉ’");
  });

  it("keeps a zero byte that stands in it, for its reader to refuse", () => {
    expect(textOfFile(Buffer.from("name\r\nA\0B\r\n"))).toBe("name\r\nA\0B\r\n");
  });

  it("of nothing is empty", () => {
    expect(textOfFile(new Uint8Array())).toBe("");
  });
});
