import { lazy, Suspense, useId } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { PAGE_ID } from "./document-context.ts";
import { pageDataScripts, renderDocument, renderPage } from "./render-document.tsx";

afterEach(() => vi.restoreAllMocks());

const around = (
  <html lang="en">
    <head>
      <meta charSet="utf-8" />
    </head>
    <body>
      <div id={PAGE_ID} />
      <link rel="modulepreload" href="/assets/entry.js" />
      <link rel="modulepreload" href="/assets/root.js" />
      <script>{"window.__remixContext = {};"}</script>
      <script nonce="n" type="module" async>
        {"start();"}
      </script>
    </body>
  </html>
);

describe("a rendered page", () => {
  it("holds no zero byte, wherever a letter of two bytes meets the end of a piece", async () => {
    for (let before = 460; before < 560; before += 1) {
      const text = ["a".repeat(500), "a".repeat(500), "a".repeat(500), "a".repeat(before), "£24.99"];
      // The first time it waits, and is rendered as a stream.
      const Late = lazy(async () => ({ default: () => <p>{text}</p> }));
      for (const page of [<p key="">{text}</p>, <Late key="" />]) {
        const { html } = await renderPage(page, "n");
        expect(html).not.toContain("\0");
        expect(html).toContain("£24.99");
      }
    }
  });

  it("is the same at once and after waiting for a part with scripts of its own", async () => {
    const Late = lazy(async () => ({ default: () => <p id={useId()}>here</p> }));
    const page = (
      <Suspense fallback={<p>Loading</p>}>
        <Late />
      </Suspense>
    );
    const waited = await renderPage(page, "n");
    expect(waited.html).toMatch(/here<\/p>/);
    expect(waited.html).not.toContain("Loading");
    expect(await renderPage(page, "n")).toEqual(waited);
  });

  it("tells of a part that failed, beside which the rest is there", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    vi.spyOn(console, "log").mockImplementation(() => {});
    const Broken = () => {
      throw new Error("broken part");
    };
    const { html, failed } = await renderPage(
      <>
        <p>the rest</p>
        <Suspense fallback={<p>instead</p>}>
          <Broken />
        </Suspense>
      </>,
      "n",
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
    await expect(renderPage(<Broken />, "n")).rejects.toThrow("broken frame");
  });
});

describe("a document", () => {
  const html = renderDocument(around, "<main>$& £</main>", "<script>late();</script>", "n");

  it("has the page in its place, and what comes last at the end of its body", () => {
    expect(html).toMatch(/^<!DOCTYPE html><html lang="en">/);
    expect(html).toContain(
      `<body><div id="${PAGE_ID}"><main>$& £</main></div><script>window.__remixContext = {};</script>`,
    );
    expect(html).toMatch(/<script>late\(\);<\/script><\/body><\/html>$/);
  });

  it("fetches no script before it is painted, and has what starts them right behind them", () => {
    expect(html).not.toMatch(/rel="modulepreload"|type="module"/);
    expect(html).toMatch(
      /<script nonce="n" type="text\/plain" id="scripts" data-files="\/assets\/entry.js \/assets\/root.js">start\(\);<\/script><script nonce="n">\(function startAfterPaint/,
    );
  });

  it("has first in its head what all scripts rely on", () => {
    expect(html).toMatch(/<head><meta charSet="utf-8"\/><script nonce="n">\(function beforeEverything/);
  });
});

/** What the scripts hand to Remix's client, run as a browser runs them. */
function handedOver(scripts: string): unknown[] {
  const handed: unknown[] = [];
  const streamController = {
    enqueue: (text: string) => handed.push(text),
    close: () => handed.push("closed"),
  };
  const code = [...scripts.matchAll(/<script nonce="n">(.*?)<\/script>/gs)].map(([, text]) => text).join(";");
  new Function("window", code)({ __remixContext: { streamController } });
  return handed;
}

const streamOf = (...pieces: string[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });

describe("the data of a page", () => {
  it("reaches the browser as it was, and the stream is closed behind it", async () => {
    const text = '["£ é", "two\\nlines", "\u2028"]';
    expect(handedOver(await pageDataScripts(streamOf(text, "\n[1]"), "n"))).toEqual([
      `${text}\n[1]`,
      "closed",
    ]);
  });

  it("cannot end its script", async () => {
    const hostile = "</script><script>steal()</script><!-- & \u2029";
    const scripts = await pageDataScripts(streamOf(hostile), "n");
    expect(scripts.match(/<\/script>/g)).toHaveLength(1);
    expect(scripts).not.toMatch(/<!--|\u2029/);
    expect(handedOver(scripts)).toEqual([hostile, "closed"]);
  });

  it("is nothing where a page has none", async () => {
    expect(await pageDataScripts(undefined, "n")).toBe("");
  });
});
