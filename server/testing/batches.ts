import { randomUUID } from "node:crypto";
import { Batch, BatchAnalysis, type Product } from "#db/entities/index.ts";
import type { BatchStatus, CertificationClass, CreditStatus } from "#server/batches/batch.ts";
import type { Context } from "#server/core/context.ts";

let made = 0;

interface BatchInput {
  product: Pick<Product, "id">;
  code?: string;
  /** An ISO date. */
  madeOn?: string;
  gramsMade?: number;
  status?: BatchStatus;
  quarantineReason?: string;
  creditStatus?: CreditStatus;
  creditsIssuedTo?: string;
  transportGramsPerKilogram?: number;
  certificationClass?: CertificationClass;
  certificateNumber?: string;
}

/** A batch of a product, 500 kg and open unless said. */
export async function makeBatch(context: Context, { product, ...input }: BatchInput): Promise<Batch> {
  made += 1;
  const em = context.em.fork();
  const batch = em.create(Batch, {
    product: product.id,
    code: `T-${process.pid}-${made}`,
    madeOn: "2026-10-01",
    feedstock: "Hardwood forestry residues",
    feedstockOrigin: "Shropshire",
    kilnCelsius: 550,
    gramsMade: 500_000,
    ...input,
  });
  await em.flush();
  return batch;
}

type AnalysisInput = Partial<
  Pick<
    BatchAnalysis,
    "analysedOn" | "organicCarbon" | "hydrogenToCarbon" | "water" | "ash" | "ph" | "pah" | "metals"
  >
>;

/** An analysis of a batch: 80% organic carbon and H/Corg 0.35 unless said. */
export async function makeAnalysis(
  context: Context,
  batch: Pick<Batch, "id">,
  input: AnalysisInput = {},
): Promise<BatchAnalysis> {
  const em = context.em.fork();
  const analysis = em.create(BatchAnalysis, {
    batch: batch.id,
    key: randomUUID(),
    laboratory: "Test Laboratory",
    analysedOn: "2026-10-10",
    organicCarbon: 8_000,
    hydrogenToCarbon: 350,
    enteredBy: "Test",
    ...input,
  });
  await em.flush();
  return analysis;
}
