import { gtin14 } from "#server/catalogue/gtin.ts";
import { measuredValues } from "./batch-figures.ts";
import { labelPath } from "./batch-links.ts";
import { batchPath, certificateText, certificationLabels } from "./batch-papers.ts";
import { claimSentence } from "./batch-values.ts";
import type { AnalysisView, BatchView } from "./batch-view.ts";
import { statusWords } from "./public-batches.ts";

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
  const { label, meaning } = statusWords(batch);
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
