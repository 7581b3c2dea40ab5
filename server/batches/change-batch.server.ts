import { createHash } from "node:crypto";
import { type EntityManager, LockMode, UniqueConstraintViolationException } from "@mikro-orm/postgresql";
import { Batch, BatchAnalysis, BatchWriteOff, Product } from "#db/entities/index.ts";
import type { AuditValues } from "#server/audit/change-labels.ts";
import { recordChange } from "#server/audit/changes.server.ts";
import { assertCurrentVersion } from "#server/catalogue/write-product.server.ts";
import { command } from "#server/commands/run-command.server.ts";
import { actorName, type Context } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction, invalidateOnCommit } from "#server/core/in-transaction.server.ts";
import { shopDay } from "#server/core/shop-time.ts";
import { bytesOfDataUrl, documentAt } from "#server/media/media-address.ts";
import { storeDocument } from "#server/media/uploads.server.ts";
import {
  type BatchStatus,
  certificateMistake,
  gramsOfKilograms,
  kilogramsOf,
  kilogramsText,
  type MetalContents,
} from "./batch.ts";
import { batchCommands, type NewAnalysis } from "./batch-commands.ts";
import { queueStatementsOfBatch } from "./queue-statements.server.ts";

/**
 * Enters what was made in one run. Entered twice with the same figures, it is one. @throws ShopError
 * `validation_failed` beside the product, the code or the day
 */
export const createBatch = command(
  batchCommands.create,
  async (context, input): Promise<{ code: string }> => {
    const { code, productId, kilogramsMade, ...made } = input;
    assertDayHasCome(context, "madeOn", made.madeOn);
    const mistake = certificateMistake(made);
    if (mistake) throw fieldError("certificateNumber", mistake);
    try {
      return await inTransaction(context.em, async (em) => {
        if (!(await em.findOne(Product, productId)))
          throw fieldError("productId", "There is no such product.");
        const fields = { ...made, gramsMade: gramsOfKilograms(kilogramsMade) };
        const earlier = await em.findOne(Batch, { code });
        if (earlier) {
          const isSame =
            earlier.product.id === productId &&
            earlier.madeOn === fields.madeOn &&
            earlier.gramsMade === fields.gramsMade &&
            earlier.feedstock === fields.feedstock &&
            // Anyone who states no certificate does not deny the one that staff have entered since.
            (fields.certificationClass === "none" ||
              (earlier.certificationClass === fields.certificationClass &&
                earlier.certificateNumber === fields.certificateNumber));
          if (isSame) return { code };
          throw fieldError("code", `There is a batch ${code} already.`);
        }
        const batch = em.create(Batch, { code, product: productId, ...fields });
        await em.flush();
        await record(em, context, batch, "entered", {}, { ...made, kilogramsMade });
        return { code };
      });
    } catch (error) {
      if (!(error instanceof UniqueConstraintViolationException)) throw error;
      throw fieldError("code", `There is a batch ${code} already.`);
    }
  },
);

/** Writes off what is lost, spilt or kept as a sample. @throws ShopError; `validation_failed` for more than is left */
export const writeOff = command(
  batchCommands.writeOff,
  async (context, { batchId, key, kilograms, reason }): Promise<void> => {
    const grams = gramsOfKilograms(kilograms);
    await inTransaction(context.em, async (em) => {
      const batch = await lockBatch(em, batchId);
      if (await em.findOne(BatchWriteOff, { key })) return;
      if (grams > batch.gramsLeft) {
        throw fieldError("kilograms", `Only ${kilogramsText(batch.gramsLeft)} of ${batch.code} are left.`);
      }
      const before = { kilogramsLeft: kilogramsOf(batch.gramsLeft) };
      em.create(BatchWriteOff, {
        ...{ batch, key, grams, reason },
        writtenOffBy: actorName(context.actor).slice(0, 200),
      });
      const after = { kilogramsLeft: kilogramsOf(batch.gramsLeft - grams), reason };
      await record(em, context, batch, "written off", before, after);
    });
  },
);

/** Stops packing from a batch. @throws ShopError `not_found`, `conflict` */
export const quarantineBatch = command(
  batchCommands.quarantine,
  async (context, { batchId, reason }): Promise<void> => {
    await inTransaction(context.em, (em) => quarantine(em, context, batchId, reason));
  },
);

/** In a transaction: what is in quarantine already keeps its first reason, and is no mistake. */
export async function quarantine(
  em: EntityManager,
  context: Context,
  batchId: number,
  reason: string,
): Promise<Batch> {
  const batch = await lockBatch(em, batchId);
  if (batch.status !== "quarantined") await move(em, context, batch, "quarantined", reason);
  return batch;
}

/** Lets a batch be packed again. @throws ShopError `not_found` */
export const releaseBatch = command(batchCommands.release, async (context, { batchId }): Promise<void> => {
  await inTransaction(context.em, async (em) => move(em, context, await lockBatch(em, batchId), "open"));
});

/** Ends the packing of a batch: what is left of it, if anything, is not sold. */
export const markBatchSoldOut = command(
  batchCommands.markSoldOut,
  async (context, { batchId }): Promise<void> => {
    await inTransaction(context.em, async (em) => {
      const batch = await lockBatch(em, batchId);
      if (batch.status === "quarantined") {
        throw new ShopError("conflict", "It is in quarantine: release it first, or leave it there.");
      }
      await move(em, context, batch, "sold_out");
    });
  },
);

/**
 * Says whose carbon it is, and what its transport emits. @throws ShopError `validation_failed`, `not_found`; `conflict`
 * when somebody else changed the batch meanwhile
 */
export const saveClaims = command(
  batchCommands.saveClaims,
  async (context, { batchId, seenVersion, ...claims }): Promise<void> => {
    await inTransaction(context.em, async (em) =>
      state(em, context, await lockSeenBatch(em, batchId, seenVersion), "claims", claims),
    );
  },
);

/** Says how it is certified. @throws ShopError as `saveClaims` */
export const saveCertificate = command(
  batchCommands.saveCertificate,
  async (context, { batchId, seenVersion, ...certificate }): Promise<void> => {
    await inTransaction(context.em, async (em) =>
      state(em, context, await lockSeenBatch(em, batchId, seenVersion), "certificate", certificate),
    );
  },
);

/** What staff state of a batch. */
const stated = {
  claims: ({ creditStatus, creditsIssuedTo, transportGramsPerKilogram = null }: Batch) => ({
    creditStatus,
    creditsIssuedTo,
    transportGramsPerKilogram,
  }),
  certificate: ({ certificationClass, certificateNumber }: Batch) => ({
    certificationClass,
    certificateNumber,
  }),
};

async function state(
  em: EntityManager,
  context: Context,
  batch: Batch,
  part: keyof typeof stated,
  after: ReturnType<(typeof stated)[typeof part]>,
  revertOf?: number,
): Promise<void> {
  const before = stated[part](batch);
  em.assign(batch, after);
  const action = revertOf === undefined ? `${part} changed` : "change taken back";
  await record(em, context, batch, action, before, after, revertOf);
  if (part === "claims") await queueStatementsOfBatch(em, batch.id);
}

/**
 * Takes a change of claims or of the certificate back, where they are still as it left them.
 * @throws ShopError `conflict`, `not_found`
 */
export async function revertBatch(
  context: Context,
  change: { id: number; subjectId: string; before: AuditValues; after: AuditValues },
): Promise<void> {
  await inTransaction(context.em, async (em) => {
    const batch = await lockBatch(em, Number(change.subjectId));
    const now: AuditValues = { ...stated.claims(batch), ...stated.certificate(batch) };
    const names = Object.keys(now).filter((name) => name in change.after);
    const isChanged = new ShopError(
      "conflict",
      "It was changed again since. Change it on the page of the batch.",
    );
    if (names.some((name) => now[name] !== change.after[name])) throw isChanged;
    const before = {
      ...{ batchId: batch.id, seenVersion: batch.version },
      ...now,
      ...Object.fromEntries(names.map((name) => [name, change.before[name]])),
    };
    if (names.some((name) => name in stated.certificate(batch))) {
      const { data } = batchCommands.saveCertificate.input.safeParse(before);
      // The class would go from under a number that was entered later.
      if (!data) throw isChanged;
      const { batchId: _, seenVersion: __, ...certificate } = data;
      await state(em, context, batch, "certificate", certificate, change.id);
    } else {
      const { batchId: _, seenVersion: __, ...claims } = batchCommands.saveClaims.input.parse(before);
      await state(em, context, batch, "claims", claims, change.id);
    }
  });
}

async function move(
  em: EntityManager,
  context: Context,
  batch: Batch,
  status: BatchStatus,
  reason = "",
): Promise<void> {
  const before = { status: batch.status, quarantineReason: batch.quarantineReason };
  batch.status = status;
  batch.quarantineReason = reason;
  // A release ends a recall.
  batch.recalledAt = null;
  const actions = { open: "released", quarantined: "quarantined", sold_out: "sold out" };
  await record(em, context, batch, actions[status], before, { status, quarantineReason: reason });
}

/** @throws ShopError `not_found` */
export async function lockBatch(em: EntityManager, batchId: number): Promise<Batch> {
  const batch = await em.findOne(Batch, batchId, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!batch) throw new ShopError("not_found", "Batch not found");
  return batch;
}

async function lockSeenBatch(em: EntityManager, batchId: number, seenVersion: number): Promise<Batch> {
  const batch = await lockBatch(em, batchId);
  assertCurrentVersion({ name: `Batch ${batch.code}`, version: batch.version }, seenVersion);
  return batch;
}

/** Writes down what was done with a batch. */
export async function record(
  em: EntityManager,
  context: Context,
  { id, code }: Pick<Batch, "id" | "code">,
  action: string,
  before: AuditValues,
  after: AuditValues,
  revertOf?: number,
): Promise<void> {
  const subject = { subjectId: id, subjectName: `Batch ${code}` };
  await recordChange(em, context, { area: "batches", action, ...subject, before, after, revertOf });
  invalidateOnCommit(em, "batches");
}

/**
 * The days that are named to staff and registries are the shop's. @throws ShopError `validation_failed` beside one that
 * has not come yet there, or that was before an order
 */
export function assertDayHasCome(
  { clock }: Pick<Context, "clock">,
  field: string,
  day: string | undefined,
  orderedAt?: Date,
): void {
  if (!day) return;
  if (day > shopDay(clock.now())) throw fieldError(field, "This day has not come yet");
  if (orderedAt && day < shopDay(orderedAt)) throw fieldError(field, "This was before the order");
}

function fieldError(field: string, message: string): ShopError {
  return new ShopError("validation_failed", message, { fields: { [field]: [message] } });
}

/**
 * Adds what a laboratory measured of a batch; the newest by its date counts. Sent twice, it is one. @throws ShopError
 * `not_found`; `validation_failed` for a share beyond the whole and a day that has not come; `payload_too_large`, `unsupported_media_type` beside
 * the document
 */
export const addAnalysis = command(
  batchCommands.addAnalysis,
  async (context, input): Promise<{ id: number }> => {
    const { batchId, key, document, laboratory, analysedOn } = input;
    assertDayHasCome(context, "analysedOn", analysedOn);
    if (input.organicCarbon + (input.ash ?? 0) > 100) {
      const message = "Organic carbon and ash cannot be more than 100% together";
      throw new ShopError("validation_failed", message, { fields: { ash: [message] } });
    }
    const address =
      document === undefined
        ? undefined
        : await storeDocument(context.em, bytesOfDataUrl(document), {
            name: `analysis-${analysedOn}`,
            field: "document",
          });
    const stored = address === undefined ? undefined : documentAt(address);
    return inTransaction(context.em, async (em) => {
      const batch = await lockBatch(em, batchId);
      const earlier = await em.findOne(BatchAnalysis, { key });
      if (earlier) return { id: earlier.id };
      const measured = measuredOf(input);
      const analysis = em.create(BatchAnalysis, {
        ...{ batch, key, laboratory, analysedOn, ...measured },
        documentHash: stored?.hash ?? null,
        documentName: stored?.name ?? "",
        enteredBy: actorName(context.actor).slice(0, 200),
      });
      await em.flush();
      await record(em, context, batch, "analysis added", {}, { laboratory, analysedOn, ...measured });
      await queueStatementsOfBatch(em, batchId);
      return { id: analysis.id };
    });
  },
  {
    read: async (_context, submitted) => {
      const file = submitted.get("document");
      const form = new FormData();
      for (const [name, value] of submitted) if (typeof value === "string") form.append(name, value);
      form.delete("document");
      if (!(file instanceof File) || file.size === 0)
        return { form, schema: batchCommands.addAnalysis.input };
      const bytes = Buffer.from(await file.arrayBuffer());
      const document = `data:application/octet-stream;base64,${bytes.toString("base64")}`;
      return {
        form,
        schema: batchCommands.addAnalysis.input.transform((value) => ({ ...value, document })),
      };
    },
  },
);

/** For a script, which sends no key: what it states is one analysis however often it is sent. */
export function keyOfAnalysis(batchId: number, stated: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify([batchId, stated]))
    .digest("hex");
}

/** In the units of the database. */
function measuredOf(input: NewAnalysis) {
  const scaled = (value: number | undefined, factor: number) =>
    value === undefined ? null : Math.round(value * factor);
  return {
    organicCarbon: Math.max(1, Math.round(input.organicCarbon * 100)),
    hydrogenToCarbon: scaled(input.hydrogenToCarbon, 1000),
    ash: scaled(input.ash, 100),
    water: scaled(input.water, 100),
    ph: scaled(input.ph, 100),
    pah: scaled(input.pah, 1000),
    metals: Object.fromEntries(
      Object.entries(input.metals).flatMap(([metal, value]) =>
        value === undefined ? [] : [[metal, Math.round(value * 1000)]],
      ),
    ) satisfies MetalContents,
  };
}
