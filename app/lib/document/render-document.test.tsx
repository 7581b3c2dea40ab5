import { lazy, Suspense, useId } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { renderDocument } from "./render-document.ts";

afterEach(() => vi.restoreAllMocks());

const document = (body: React.ReactNode) => (
  <html lang="en">
    <body>{body}</body>
  </html>
);

describe("a rendered page", () => {
  it("holds no zero byte, wherever a letter of two bytes meets the end of a piece", async () => {
    for (let before = 460; before < 560; before += 1) {
      const text = ["a".repeat(500), "a".repeat(500), "a".repeat(500), "a".repeat(before), "£24.99"];
      // The first time it waits, and is rendered as a stream.
      const Late = lazy(async () => ({ default: () => <p>{text}</p> }));
      for (const page of [<p key="">{text}</p>, <Late key="" />]) {
        const { html } = await renderDocument(page);
        expect(html).not.toContain("\0");
        expect(html).toContain("£24.99");
      }
    }
  });

  it("has what comes last at the end of its body", async () => {
    const { html } = await renderDocument(document(<p>£</p>), "nonce", "<script>late();</script>");
    expect(html).toBe('<!DOCTYPE html><html lang="en"><body><p>£</p><script>late();</script></body></html>');
  });

  it("keeps a page without a document as it is", async () => {
    expect((await renderDocument(<p>£</p>)).html).toBe("<p>£</p>");
    expect((await renderDocument(<p />)).html).toBe("<p></p>");
  });

  it("is the same at once and after waiting for a part with scripts of its own", async () => {
    const Late = lazy(async () => ({ default: () => <p id={useId()}>here</p> }));
    const page = document(
      <Suspense fallback={<p>Loading</p>}>
        <Late />
      </Suspense>,
    );
    const waited = await renderDocument(page);
    expect(waited.html).toMatch(/^<!DOCTYPE html><html lang="en"><body>.*here<\/p>.*<\/body><\/html>$/);
    expect(waited.html).not.toContain("Loading");
    expect(await renderDocument(page)).toEqual(waited);
  });

  it("tells of a part that failed, beside which the rest is there", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    vi.spyOn(console, "log").mockImplementation(() => {});
    const Broken = () => {
      throw new Error("broken part");
    };
    const { html, failed } = await renderDocument(
      document(
        <>
          <p>the rest</p>
          <Suspense fallback={<p>instead</p>}>
            <Broken />
          </Suspense>
        </>,
      ),
    );
    expect(failed).toBe(true);
    expect(html).toContain("the rest");
  });

  it("throws what its frame threw", async () => {
    const Broken = () => {
      throw new Error("broken frame");
    };
    vi.spyOn(console, "error").mockImplementation(() => {});
    vi.spyOn(console, "log").mockImplementation(() => {});
    await expect(renderDocument(document(<Broken />))).rejects.toThrow("broken frame");
  });
});
