import { z } from "@hono/zod-openapi";
import { defineEndpoint, listReply, pagingFields, reply } from "#server/api/endpoint.ts";
import {
  allocationExample,
  analysisExample,
  batchExample,
  batchRowExample,
} from "#server/api/shape-examples.ts";
import {
  batchPath,
  batchStatuses,
  certificationClasses,
  creditStatuses,
  kilogramsOf,
  metals,
} from "#server/batches/batch.ts";
import { analysisFields, newBatchSchema } from "#server/batches/batch-commands.ts";
import { addAnalysis, createBatch, keyOfAnalysis } from "#server/batches/change-batch.server.ts";
import { type AnalysisView, type BatchView, findBatch } from "#server/batches/find-batch.server.ts";
import { listAllocations, listBatches } from "#server/batches/staff-batches.server.ts";
import type { Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { searchField } from "#server/core/fields.ts";

const percent = z.number().min(0).max(100);
const optional = (description: string) => z.number().min(0).nullable().meta({ description });

const analysisSchema = z
  .strictObject({
    id: z.int(),
    laboratory: z.string(),
    analysedOn: z.iso.date(),
    organicCarbon: percent.meta({ description: "Percent of the dry matter." }),
    hydrogenToCarbon: optional("Molar H/Corg; null where it was not measured."),
    ash: optional("Percent of the dry matter."),
    water: optional("Percent of the product as it is sold."),
    ph: optional("As measured."),
    pah: optional("The sum of the 16 PAH of the EPA, in mg/kg of dry matter."),
    metals: z
      .partialRecord(z.enum(metals), z.number().min(0))
      .meta({ description: "In mg/kg of dry matter." }),
    documentUrl: z.string().nullable().meta({ description: "Where the laboratory's report is, as a PDF." }),
  })
  .openapi("BatchAnalysis", { examples: [analysisExample] });

const batchSchema = z
  .strictObject({
    code: z.string(),
    product: z.strictObject({ id: z.int(), name: z.string(), slug: z.string(), gtin: z.string().nullable() }),
    madeOn: z.iso.date(),
    feedstock: z.string(),
    feedstockOrigin: z.string(),
    kilnCelsius: z.int(),
    kilogramsMade: z.number().positive(),
    status: z.enum(batchStatuses),
    isRecalled: z.boolean().meta({ description: "In quarantine, and whoever bought some was told." }),
    creditStatus: z.enum(creditStatuses),
    creditsIssuedTo: z.string(),
    transportGramsPerKilogram: z
      .int()
      .nullable()
      .meta({ description: "Grams of CO2 per kilogram, as stated; null where nothing is." }),
    certificationClass: z
      .enum(certificationClasses)
      .meta({ description: "Of the European Biochar Certificate; `none` for what is not certified." }),
    certificateNumber: z
      .string()
      .meta({ description: "Under which the certifier lists it; empty where nobody has said." }),
    analyses: z.array(analysisSchema).meta({ description: "The newest first: it counts." }),
    links: z.strictObject({
      page: z.string().meta({ description: "What its label leads to." }),
      product: z.string(),
    }),
  })
  .openapi("Batch", { examples: [batchExample] });

const ofBatch = z.strictObject({
  code: z
    .string()
    .min(1)
    .max(20)
    .meta({ description: "The code on the label.", examples: ["2026-03-A"] }),
});

const getBatch = defineEndpoint({
  method: "GET",
  path: "/api/batches/{code}",
  summary: "One batch: how it was made, what was measured of it, and whose carbon it is",
  permission: "public",
  params: ofBatch,
  caching: "public",
  topics: ["batches", "catalogue"],
  responses: { 200: { description: "The batch", schema: batchSchema } },
  errorCodes: ["not_found"],
  answer: async ({ context, params: { code } }) => reply(200, restBatch(await theBatch(context, code))),
});

const postBatch = defineEndpoint({
  method: "POST",
  path: "/api/admin/batches",
  summary: "Enters what was made in one run; the same batch twice is one",
  command: createBatch,
  repeating: "with-effect",
  body: z
    .strictObject({
      code: newBatchSchema.shape.code,
      productId: z.int().min(1).max(2_147_483_647),
      madeOn: newBatchSchema.shape.madeOn,
      feedstock: newBatchSchema.shape.feedstock,
      feedstockOrigin: newBatchSchema.shape.feedstockOrigin,
      kilnCelsius: z.int().min(200).max(1500),
      kilogramsMade: z.number().positive().max(2_000_000),
      certificationClass: newBatchSchema.shape.certificationClass,
      certificateNumber: newBatchSchema.shape.certificateNumber.meta({ description: "Only with a class." }),
    })
    .meta({
      examples: [
        {
          code: "2026-03-A",
          productId: 1,
          madeOn: "2026-03-02",
          feedstock: "Hazel coppice",
          kilnCelsius: 560,
          kilogramsMade: 1250,
        },
      ],
    }),
  responses: { 201: { description: "The batch", schema: batchSchema } },
  errorCodes: ["conflict"],
  answer: async ({ context, body }) => {
    const { code } = await createBatch(context, body);
    return reply(201, restBatch(await theBatch(context, code)));
  },
});

const analysisBody = z.strictObject({
  laboratory: analysisFields.laboratory,
  analysedOn: analysisFields.analysedOn,
  organicCarbon: percent.positive(),
  hydrogenToCarbon: z.number().min(0).max(3).optional(),
  ash: percent.optional(),
  water: z.number().min(0).lt(100).optional(),
  ph: z.number().min(0).max(14).optional(),
  pah: z.number().min(0).max(2_000_000).optional(),
  metals: z.partialRecord(z.enum(metals), z.number().min(0).max(2_000_000)).optional(),
  document: z
    .string()
    .max(7_000_000)
    .optional()
    .meta({ description: "The laboratory's report: a data URL of a PDF up to 5 MB." }),
});

const postAnalysis = defineEndpoint({
  method: "POST",
  path: "/api/admin/batches/{code}/analyses",
  summary: "Adds what a laboratory measured of a batch; the same analysis twice is one",
  command: addAnalysis,
  repeating: "with-effect",
  params: ofBatch,
  body: analysisBody.meta({
    examples: [
      { laboratory: "Eurofins", analysedOn: "2026-03-20", organicCarbon: 81.2, hydrogenToCarbon: 0.34 },
    ],
  }),
  bodyLimit: 7_300_000,
  responses: { 201: { description: "The batch with its analyses", schema: batchSchema } },
  errorCodes: ["not_found"],
  answer: async ({ context, params: { code }, body }) => {
    const { id } = await theBatch(context, code);
    const key = keyOfAnalysis(id, body);
    await addAnalysis(context, { ...body, batchId: id, key, metals: body.metals ?? {} });
    return reply(201, restBatch(await theBatch(context, code)));
  },
});

const kilograms = z.number().min(0);

const getBatches = defineEndpoint({
  method: "GET",
  path: "/api/admin/batches",
  summary: "The batches, those that were made last first",
  reads: listBatches,
  query: z.strictObject({
    ...pagingFields,
    search: searchField.meta({ description: "In code or product." }),
    status: z.enum(batchStatuses).optional().meta({ description: "Only those." }),
  }),
  responses: {
    200: {
      description: "Up to `limit` batches",
      schema: z
        .array(
          z.strictObject({
            id: z.int(),
            code: z.string(),
            productId: z.int(),
            productName: z.string(),
            madeOn: z.iso.date(),
            kilogramsMade: kilograms,
            kilogramsLeft: kilograms,
            kilogramsAllocated: kilograms,
            kilogramsWrittenOff: kilograms,
            status: z.enum(batchStatuses),
            analysedOn: z.iso.date().nullable(),
          }),
        )
        .meta({ examples: [[batchRowExample]] }),
    },
  },
  answer: async ({ context, request, query: { limit, cursor, search, status } }) => {
    const found = await listBatches(context, { search, status: status ?? "", after: cursor }, limit + 1);
    return listReply(
      request,
      found,
      limit,
      ({ gramsMade, gramsLeft, gramsAllocated, gramsWrittenOff, ...row }) => ({
        ...row,
        kilogramsMade: kilogramsOf(gramsMade),
        kilogramsLeft: kilogramsOf(gramsLeft),
        kilogramsAllocated: kilogramsOf(gramsAllocated),
        kilogramsWrittenOff: kilogramsOf(gramsWrittenOff),
      }),
    );
  },
});

const getAllocations = defineEndpoint({
  method: "GET",
  path: "/api/admin/batches/{code}/allocations",
  summary: "Which orders have what of a batch, the newest first",
  reads: listAllocations,
  params: ofBatch,
  query: z.strictObject(pagingFields),
  responses: {
    200: {
      description: "Up to `limit` allocations",
      schema: z
        .array(
          z.strictObject({
            id: z.int(),
            orderId: z.int(),
            invoiceNumber: z.string(),
            quantity: z.int(),
            returnedQuantity: z.int(),
            kilograms,
            allocatedAt: z.iso.datetime(),
          }),
        )
        .meta({ examples: [[allocationExample]] }),
    },
  },
  errorCodes: ["not_found"],
  answer: async ({ context, request, params: { code }, query: { limit, cursor } }) => {
    const { id } = await theBatch(context, code);
    const found = await listAllocations(context, id, { limit: limit + 1, before: cursor });
    return listReply(request, found, limit, ({ grams, ...row }) => ({
      ...row,
      kilograms: kilogramsOf(grams),
    }));
  },
});

/** @throws ShopError `not_found` */
async function theBatch(context: Context, code: string): Promise<BatchView> {
  const batch = await findBatch(context, code);
  if (!batch) throw new ShopError("not_found", "Batch not found");
  return batch;
}

function restBatch(batch: BatchView): z.input<typeof batchSchema> {
  const { id: _, product, gramsMade, newestAnalysis: _newest, analyses, ...same } = batch;
  const { id: productId, name, slug, gtin } = product;
  return {
    ...same,
    product: { id: productId, name, slug, gtin },
    kilogramsMade: kilogramsOf(gramsMade),
    analyses: analyses.map(restAnalysis),
    links: { page: batchPath(batch.code), product: `/products/${batch.product.slug}` },
  };
}

function restAnalysis(analysis: AnalysisView): z.input<typeof analysisSchema> {
  const scaled = (value: number | null, factor: number) => (value === null ? null : value / factor);
  return {
    ...analysis,
    organicCarbon: analysis.organicCarbon / 100,
    hydrogenToCarbon: scaled(analysis.hydrogenToCarbon, 1000),
    ash: scaled(analysis.ash, 100),
    water: scaled(analysis.water, 100),
    ph: scaled(analysis.ph, 100),
    pah: scaled(analysis.pah, 1000),
    metals: Object.fromEntries(
      Object.entries(analysis.metals).map(([metal, micrograms]) => [metal, micrograms / 1000]),
    ),
  };
}

/** What was made, and where it went. */
export const batchEndpoints = [getBatch, getBatches, postBatch, postAnalysis, getAllocations];
