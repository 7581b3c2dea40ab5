import { Parser } from "htmlparser2";

/** The links and the metadata of a page. */
export interface PageParts {
  /** Addresses of pages, as written. */
  links: string[];
  /** Addresses of pictures, scripts, styles, icons, frames and previews, as written. */
  files: string[];
  ids: Set<string>;
  title: string;
  canonical: string | undefined;
  noindex: boolean;
  /** JSON-LD. */
  structured: { json: string }[];
  /** Inline scripts, with their nonces. */
  inlineScripts: { code: string; nonce: string | undefined }[];
}

/** `rel` values of link elements whose address a browser may fetch. */
const fetched = ["stylesheet", "icon", "preload", "modulepreload", "alternate"];

export function partsOf(html: string): PageParts {
  const parts: PageParts = {
    links: [],
    files: [],
    ids: new Set(),
    title: "",
    canonical: undefined,
    noindex: false,
    structured: [],
    inlineScripts: [],
  };
  let inTitle = false;
  let formAddress: string | undefined;
  let write: ((text: string) => void) | undefined;
  const parser = new Parser({
    onopentag(name, attributes) {
      const { id, href, src, srcset, rel = "", content = "" } = attributes;
      if (id) parts.ids.add(id);
      if (src) parts.files.push(src);
      if (srcset) parts.files.push(...srcset.split(",").map((choice) => choice.trim().split(/\s/)[0] ?? ""));
      if (name === "title") inTitle = parts.title === "";
      if ((name === "a" || name === "area") && href) parts.links.push(href);
      if (name === "form" && attributes.method?.toLowerCase() !== "post") formAddress = attributes.action;
      // No browser sends such a form as it stands.
      if ("required" in attributes) formAddress = undefined;
      if (name === "link" && href) {
        if (rel === "canonical") parts.canonical = href;
        else if (fetched.includes(rel)) parts.files.push(href);
      }
      if (name === "meta") {
        if (attributes.name === "robots") parts.noindex = content.includes("noindex");
        if (attributes.property === "og:image") parts.files.push(content);
      }
      if (name === "script" && attributes.type === "application/ld+json") {
        const structured = { json: "" };
        parts.structured.push(structured);
        write = (text) => {
          structured.json += text;
        };
      } else if (name === "script" && !src && attributes.type !== "application/json") {
        const script = { code: "", nonce: attributes.nonce };
        parts.inlineScripts.push(script);
        write = (text) => {
          script.code += text;
        };
      }
    },
    ontext(text) {
      if (inTitle) parts.title += text;
      write?.(text);
    },
    onclosetag(name) {
      if (name === "title") inTitle = false;
      if (name === "script") write = undefined;
      if (name === "form") {
        if (formAddress) parts.links.push(formAddress);
        formAddress = undefined;
      }
    },
  });
  parser.end(html);
  return parts;
}
