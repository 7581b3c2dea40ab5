import { productLinkPath } from "#server/catalogue/gtin.ts";
import type { DocumentType, ProductDocument } from "#server/catalogue/product-media.ts";
import { batchPath, linkedDataPath } from "./batch-papers.ts";
import type { BatchView } from "./batch-view.ts";

/*
 * Where everything about a batch or a product is found, as a linkset (RFC 9264) whose relations are the link types of
 * GS1's Web Vocabulary, so that whatever reads a label finds the report or the safety sheet without reading a page
 * (docs/decisions/081-digital-link.md).
 */

const GS1 = "https://ref.gs1.org/voc/";

/** The link types that the shop has, as GS1's Web Vocabulary names them. */
export const linkTypes = [
  ...(["defaultLink", "pip", "dpp", "traceability", "recallStatus"] as const),
  ...(["certificationInfo", "safetyInfo", "instructions"] as const),
] as const;

type LinkType = (typeof linkTypes)[number];

interface Link {
  /** Absolute. */
  href: string;
  title: string;
  type: string;
  hreflang?: string[];
}

export type Links = Partial<Record<LinkType, Link[]>>;

/** What a batch's QR code leads to: its GS1 Digital Link where the product has a GTIN, else its page. */
export function labelPath({
  code,
  product,
}: Pick<BatchView, "code"> & { product: { gtin: string | null } }): string {
  return product.gtin === null ? batchPath(code) : `${productLinkPath(product.gtin)}/10/${code}`;
}

const typeOfDocument: Record<DocumentType, LinkType> = {
  safety_data_sheet: "safetyInfo",
  guide: "instructions",
  certificate: "certificationInfo",
};

/** Every link of a batch. */
export function linksOfBatch(batch: BatchView, publicUrl: string): Links {
  const { code, product, analyses } = batch;
  const passport = page(`${publicUrl}${batchPath(code)}`, `Batch ${code}`);
  const links: Links = {
    defaultLink: [passport],
    ...(product.isArchived ? {} : { pip: [page(`${publicUrl}/products/${product.slug}`, product.name)] }),
    dpp: [
      passport,
      {
        href: publicUrl + linkedDataPath(code),
        title: `Batch ${code} as linked data`,
        type: "application/ld+json",
      },
    ],
    traceability: [passport],
    recallStatus: [
      {
        href: `${publicUrl}/api/batches/${code}`,
        title: `Status of batch ${code}`,
        type: "application/json",
      },
    ],
  };
  for (const { documentUrl, laboratory, analysedOn } of analyses) {
    if (documentUrl === null) continue;
    add(links, "certificationInfo", pdf(publicUrl + documentUrl, `Analysis of ${laboratory}, ${analysedOn}`));
  }
  return withDocuments(links, product.documents, publicUrl);
}

/** Every link of a product that has a page. */
export function linksOfProduct(
  { name, slug, documents }: { name: string; slug: string; documents: readonly ProductDocument[] },
  publicUrl: string,
): Links {
  const own = page(`${publicUrl}/products/${slug}`, name);
  return withDocuments({ defaultLink: [own], pip: [own] }, documents, publicUrl);
}

/** The linkset of one anchor: the absolute GS1 Digital Link, or the page of what has none. */
export function linksetOf(anchor: string, links: Links) {
  const relations = Object.entries(links).map(([type, targets]) => [GS1 + type, targets]);
  return { linkset: [{ anchor, ...Object.fromEntries(relations) }] };
}

/** The first link of a type as a request names it: "gs1:pip", "pip", or its whole address. */
export function linkOfType(links: Links, asked: string): Link | undefined {
  const name = asked.replace(/^(gs1:|https?:\/\/(ref\.|www\.)?gs1\.org\/voc\/)/, "");
  return Object.entries(links).find(([type]) => type === name)?.[1]?.[0];
}

function withDocuments(links: Links, documents: readonly ProductDocument[], publicUrl: string): Links {
  for (const { type, title, url } of documents) {
    add(links, typeOfDocument[type], pdf(new URL(url, publicUrl).href, title));
  }
  return links;
}

function add(links: Links, type: LinkType, link: Link): void {
  links[type] = [...(links[type] ?? []), link];
}

function page(href: string, title: string): Link {
  return { href, title, type: "text/html", hreflang: ["en"] };
}

function pdf(href: string, title: string): Link {
  return { href, title, type: "application/pdf" };
}
