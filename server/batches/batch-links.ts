import { gtin14, productLinkPath } from "#server/catalogue/gtin.ts";
import type { DocumentType, ProductDocument } from "#server/catalogue/product-media.ts";
import {
  batchPath,
  certificateText,
  certificationLabels,
  claimSentence,
  describeStatus,
  linkedDataPath,
  measuredValues,
} from "./batch.ts";
import type { AnalysisView, BatchView } from "./find-batch.server.ts";

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

/**
 * A batch in the vocabularies of schema.org and GS1, of the same data as its page: some of a product, of one lot
 * (schema.org/hasGS1DigitalLink). Addresses begin with the shop's public one.
 */
export function structuredBatch(
  batch: BatchView,
  { publicUrl, storeName }: { publicUrl: string; storeName: string },
) {
  const { code, product, madeOn, feedstock, analyses, newestAnalysis } = batch;
  const page = publicUrl + batchPath(code);
  const link = publicUrl + labelPath(batch);
  return {
    "@context": ["https://schema.org", { gs1: "https://ref.gs1.org/voc/" }],
    "@type": "SomeProducts",
    "@id": link,
    name: `${product.name}, batch ${code}`,
    url: page,
    ...(product.gtin === null ? {} : { gtin: gtin14(product.gtin), hasGS1DigitalLink: link }),
    hasDigitalProductPassport: page,
    "gs1:hasBatchLotNumber": code,
    productionDate: madeOn,
    material: feedstock,
    manufacturer: { "@type": "Organization", name: storeName, url: `${publicUrl}/` },
    ...(product.isArchived
      ? {}
      : {
          isSimilarTo: {
            "@type": "Product",
            name: product.name,
            url: `${publicUrl}/products/${product.slug}`,
          },
        }),
    ...hasCertification(batch),
    additionalProperty: [
      ...madeProperties(batch),
      ...(newestAnalysis ? measuredProperties(newestAnalysis) : []),
    ],
    ...(analyses.length === 0
      ? {}
      : { subjectOf: analyses.map((analysis) => structuredReport(analysis, publicUrl)) }),
  };
}

/** As shops say so of what they sell (schema.org/hasCertification); nothing for what has none. */
function hasCertification({ certificationClass, certificateNumber }: BatchView) {
  if (certificationClass === "none") return {};
  return {
    hasCertification: {
      "@type": "Certification",
      name: certificationLabels[certificationClass],
      ...(certificateNumber === "" ? {} : { certificationIdentification: certificateNumber }),
    },
  };
}

function madeProperties(batch: BatchView) {
  const { status, kilnCelsius, gramsMade, feedstockOrigin } = batch;
  const { label, meaning } = describeStatus(batch);
  return [
    { ...property("Status", label), identifier: status, description: meaning },
    { ...property("Highest temperature in the kiln", kilnCelsius), unitCode: "CEL", unitText: "°C" },
    { ...property("Made", gramsMade / 1000), unitCode: "KGM", unitText: "kg" },
    ...(feedstockOrigin === "" ? [] : [property("Where the feedstock grew", feedstockOrigin)]),
    property("Certificate", certificateText(batch) ?? certificationLabels.none),
    property("Carbon credits", claimSentence(batch)),
  ];
}

function measuredProperties(analysis: AnalysisView) {
  return measuredValues(analysis).map(({ label, value, unit }) => ({
    ...property(label, value),
    ...(unit === "" ? {} : { unitText: unit }),
  }));
}

function property(name: string, value: string | number) {
  return { "@type": "PropertyValue", name, value };
}

function structuredReport({ laboratory, analysedOn, documentUrl }: AnalysisView, publicUrl: string) {
  return {
    "@type": "Report",
    name: `Analysis of ${laboratory}`,
    datePublished: analysedOn,
    author: { "@type": "Organization", name: laboratory },
    ...(documentUrl === null ? {} : { url: publicUrl + documentUrl, encodingFormat: "application/pdf" }),
  };
}
