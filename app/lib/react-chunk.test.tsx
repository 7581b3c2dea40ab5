import { Writable } from "node:stream";
import { renderToPipeableStream } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { withoutPadding } from "./react-chunk.ts";

/** What the server sends of a paragraph with so many letters before a price. */
function render(before: number): Promise<string> {
  const chunks: Buffer[] = [];
  return new Promise((resolve) => {
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(withoutPadding(chunk));
        done();
      },
      final(done) {
        resolve(Buffer.concat(chunks).toString());
        done();
      },
    });
    const text = ["a".repeat(500), "a".repeat(500), "a".repeat(500), "a".repeat(before), "£24.99"];
    const { pipe } = renderToPipeableStream(<p>{text}</p>, { onAllReady: () => void pipe(sink) });
  });
}

describe("a page's pieces", () => {
  it("holds no zero byte, wherever a letter of two bytes meets the end of a piece", async () => {
    for (let before = 460; before < 560; before += 1) {
      const html = await render(before);
      expect(html).not.toContain("\0");
      expect(html).toContain("£24.99");
    }
  });

  it("keeps a piece without padding as it is", () => {
    expect(withoutPadding(Buffer.from("<p>£</p>")).toString()).toBe("<p>£</p>");
    expect(withoutPadding(Buffer.alloc(0))).toHaveLength(0);
  });
});
