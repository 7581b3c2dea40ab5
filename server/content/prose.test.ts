import { describe, expect, it } from "vitest";
import { renderMarkdown } from "./prose.server.ts";

/** What a text by an administrator, or pasted from elsewhere, must not turn into. */
const payloads = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "<a href='javascript:alert(1)'>x</a>",
  "<style>@import 'https://evil.example/x.css'</style>",
  "<!-- --><script>alert(1)</script>",
  "text <b onclick=alert(1)>bold</b>",
  "[x](javascript:alert(1))",
  "[x](JaVaScRiPt:alert(1))",
  "[x](java&#115;cript:alert(1))",
  "[x](&#x6A;avascript:alert(1))",
  "[x](\u0001javascript:alert(1))",
  "[x](java\tscript:alert(1))",
  "[x](<java\nscript:alert(1)>)",
  "[x](vbscript:msgbox(1))",
  "[x](data:text/html;base64,PHNjcmlwdD4=)",
  "[x](file:///etc/passwd)",
  "[x](//evil.example/x)",
  "[x](/\\evil.example/x)",
  "[x](\\\\evil.example)",
  "<javascript:alert(1)>",
  "![x](https://evil.example/x.png)",
  "![x](javascript:alert(1))",
  '![x](x "onerror=alert(1)")',
  "[x][1]\n\n[1]: javascript:alert(1)",
  '[x](https://ok.example "a\\" onmouseover=\\"alert(1)")',
  '```x" onclick="alert(1)\ncode\n```',
  "`<script>alert(1)</script>`",
  "# <script>alert(1)</script>",
  "> <script>alert(1)</script>",
];

const ALLOWED_TAG =
  /^<(?:\/?(?:p|h[2-6]|ul|ol|li|strong|em|code|pre|blockquote|a)|hr|br|a href="(?:https?:\/\/|mailto:|\/(?![/\\])|#)[^"<>]*"(?: title="[^"<>]*")?|code class="language-[^"<>]*")>$/;

describe("Markdown in a page", () => {
  for (const payload of payloads) {
    it(`makes nothing but plain elements and safe links of ${JSON.stringify(payload)}`, () => {
      const tags = renderMarkdown(payload).match(/<[^>]*>?/g) ?? [];
      expect(tags.length).toBeGreaterThan(0);
      for (const tag of tags) expect(tag).toMatch(ALLOWED_TAG);
    });
  }

  it("keeps links to other sites, to mail and to the shop's own pages", () => {
    const html = renderMarkdown(
      "[a](https://a.example/b?c=d) [b](mailto:x@a.example) [c](/products) [d](#top)",
    );
    for (const href of ["https://a.example/b?c=d", "mailto:x@a.example", "/products", "#top"]) {
      expect(html).toContain(`href="${href}"`);
    }
  });

  it("begins its headings at the level below what stands above, however they were written", () => {
    expect(renderMarkdown("# One\n\n## Two")).toBe("<h2>One</h2>\n<h3>Two</h3>\n");
    expect(renderMarkdown("### One\n\n#### Two", 3)).toBe("<h3>One</h3>\n<h4>Two</h4>\n");
  });

  it("sets apostrophes and quotation marks as a printer would, and leaves dots and dashes as typed", () => {
    expect(renderMarkdown(`It's "char" -- (c) so...`)).toBe("<p>It’s “char” -- (c) so...</p>\n");
  });

  it("writes lists, emphasis and quotations", () => {
    expect(renderMarkdown("- **one**\n- *two*\n\n> three")).toBe(
      "<ul>\n<li><strong>one</strong></li>\n<li><em>two</em></li>\n</ul>\n<blockquote>\n<p>three</p>\n</blockquote>\n",
    );
  });
});
