import { describe, expect, it } from "vitest";
import { renderDocument } from "./render-document.ts";

describe("a rendered page", () => {
  it("holds no zero byte, wherever a letter of two bytes meets the end of a piece", async () => {
    for (let before = 460; before < 560; before += 1) {
      const text = ["a".repeat(500), "a".repeat(500), "a".repeat(500), "a".repeat(before), "£24.99"];
      const { html } = await renderDocument(<p>{text}</p>);
      expect(html).not.toContain("\0");
      expect(html).toContain("£24.99");
    }
  });

  it("ends as a document does, whatever comes behind its end", async () => {
    const { html } = await renderDocument(
      <>
        <html lang="en">
          <body>
            <p>£</p>
          </body>
        </html>
        <script>late();</script>
      </>,
    );
    expect(html).toBe('<!DOCTYPE html><html lang="en"><body><p>£</p><script>late();</script></body></html>');
  });

  it("keeps a page without a document as it is", async () => {
    expect((await renderDocument(<p>£</p>)).html).toBe("<p>£</p>");
    expect((await renderDocument(<p />)).html).toBe("<p></p>");
  });
});
