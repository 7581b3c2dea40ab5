import { describe, expect, it } from "vitest";
import { WAITING_SCRIPTS_ID } from "./document-context.ts";
import { withWaitingScripts } from "./waiting-scripts.ts";

const page = (scripts: string) => `<html><body><main>Soil</main>${scripts}</body></html>`;

describe("a page whose scripts wait", () => {
  const waiting = withWaitingScripts(
    page(
      '<link rel="modulepreload" fetchPriority="low" href="/assets/entry.js"/>' +
        '<link rel="modulepreload" fetchPriority="low" href="/assets/root.js"/>' +
        '<script nonce="abc">window.__remixContext = {};</script>' +
        '<script nonce="abc" type="module" async="">import * as route0 from "/assets/root.js";</script>' +
        '<script nonce="abc">late();</script>',
    ),
  );

  it("fetches none by itself, and keeps their names for later", () => {
    expect(waiting).not.toContain('rel="modulepreload"');
    expect(waiting).not.toContain('type="module"');
    expect(waiting).toContain(
      `<script nonce="abc" type="text/plain" id="${WAITING_SCRIPTS_ID}" data-files="/assets/entry.js /assets/root.js">import * as route0 from "/assets/root.js";</script>`,
    );
  });

  it("has what starts them right behind, under the page's own nonce, and everything else as it was", () => {
    expect(waiting).toMatch(
      /<\/script><script nonce="abc">\(function startAtFirstSign\(.*<\/script><script nonce="abc">late\(\);<\/script>/s,
    );
    expect(waiting).toContain('<main>Soil</main><script nonce="abc">window.__remixContext = {};</script>');
  });

  it("is left alone where it has no scripts", () => {
    expect(withWaitingScripts(page(""))).toBe(page(""));
  });
});
