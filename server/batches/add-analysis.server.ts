import { createHash } from "node:crypto";
import { BatchAnalysis } from "#db/entities/index.ts";
import { command } from "#server/commands/run-command.server.ts";
import { actorName } from "#server/core/context.ts";
import { ShopError } from "#server/core/errors.ts";
import { inTransaction } from "#server/core/in-transaction.server.ts";
import { bytesOfDataUrl, documentAt } from "#server/media/media-address.ts";
import { storeDocument } from "#server/media/uploads.server.ts";
import type { MetalContents } from "./batch.ts";
import { batchCommands, type NewAnalysis } from "./batch-commands.ts";
import { lockBatch, record } from "./change-batch.server.ts";
import { queueStatementsOfBatch } from "./queue-statements.server.ts";

/**
 * Adds what a laboratory measured of a batch; the newest by its date counts. Sent twice, it is one. @throws ShopError
 * `not_found`; `validation_failed` for a share beyond the whole; `payload_too_large`, `unsupported_media_type` beside
 * the document
 */
export const addAnalysis = command(
  batchCommands.addAnalysis,
  async (context, input): Promise<{ id: number }> => {
    const { batchId, key, document, laboratory, analysedOn } = input;
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
