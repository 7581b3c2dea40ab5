import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { Batch, BatchAnalysis } from "#db/entities/index.ts";
import { fixedClock } from "#server/core/context.ts";
import { parseForm } from "#server/core/parse-form.ts";
import { makeBatch } from "#server/testing/batches.ts";
import { asUser, makeProduct, makeUser, testContext } from "#server/testing/factories.ts";
import { callerFor } from "#server/trpc/router.server.ts";
import { batchCommands, newBatchSchema } from "./batch-commands.ts";
import {
  addAnalysis,
  createBatch,
  markBatchSoldOut,
  quarantineBatch,
  releaseBatch,
  saveCertificate,
  saveClaims,
  writeOff,
} from "./change-batch.server.ts";
import { findStaffBatch } from "./staff-batches.server.ts";

// In summer, where the shop's day begins an hour before that of UTC.
const context = await testContext({ clock: fixedClock("2027-06-30T23:30:00Z") });
const administrator = asUser(context, await makeUser(context, { role: "administrator" }));

const fresh = () => context.em.fork();

/** What a form with these texts says. */
function typedIn<Schema extends z.ZodType>(schema: Schema, fields: Record<string, string>): z.output<Schema> {
  const form = new FormData();
  for (const [name, text] of Object.entries(fields)) form.set(name, text);
  const submission = parseForm(form, { schema });
  if (submission.status !== "success") throw submission.error;
  return submission.value;
}

async function newBatch(changes: Record<string, string> = {}) {
  const { id } = await makeProduct(context);
  return typedIn(newBatchSchema, {
    ...{ code: `n-${randomUUID().slice(0, 12)}`, productId: String(id), madeOn: "2026-11-02" },
    ...{ feedstock: "Hazel coppice", kilnCelsius: "560", kilogramsMade: "1,250.5" },
    ...changes,
  });
}

it("enters a batch once, with its code in capitals and a comma between thousands", async () => {
  const input = await newBatch();
  const { code } = await createBatch(administrator, input);
  expect(await createBatch(administrator, input)).toEqual({ code });
  expect(await findStaffBatch(administrator, code)).toMatchObject({
    code: input.code.toUpperCase(),
    gramsMade: 1_250_500,
    gramsLeft: 1_250_500,
    kilnCelsius: 560,
  });
  await expect(createBatch(administrator, { ...input, kilogramsMade: 9 })).rejects.toMatchObject({
    fields: { code: [`There is a batch ${code} already.`] },
  });
});

it.each([
  [{ code: "two words" }, "code"],
  [{ kilnCelsius: "90" }, "kilnCelsius"],
  [{ kilogramsMade: "0" }, "kilogramsMade"],
  [{ kilogramsMade: "" }, "kilogramsMade"],
  [{ kilogramsMade: "1,5" }, "kilogramsMade"],
  [{ kilogramsMade: "1.500,5" }, "kilogramsMade"],
  [{ kilogramsMade: "5 kg" }, "kilogramsMade"],
  [{ madeOn: "yesterday" }, "madeOn"],
])("refuses %o beside its field", async (changes, field) => {
  await expect(newBatch(changes)).rejects.toEqual({ [field]: [expect.any(String)] });
});

it("refuses a day that has not come in the shop, beside its field, for what was made and what was measured", async () => {
  const made = { ...(await newBatch()), madeOn: "2027-07-02" };
  await expect(createBatch(administrator, made)).toBeRefused("validation_failed", {
    fields: { madeOn: ["This day has not come yet"] },
  });
  const { code } = await createBatch(administrator, { ...made, madeOn: "2027-07-01" });
  const { id: batchId } = await fresh().findOneOrFail(Batch, { code });
  const measured = { laboratory: "Eurofins", organicCarbon: 81, metals: {} };
  await expect(
    addAnalysis(administrator, { batchId, key: randomUUID(), ...measured, analysedOn: "2027-07-02" }),
  ).toBeRefused("validation_failed", { fields: { analysedOn: ["This day has not come yet"] } });
  await addAnalysis(administrator, { batchId, key: randomUUID(), ...measured, analysedOn: "2027-07-01" });
  expect(await fresh().count(BatchAnalysis, { batch: batchId })).toBe(1);
});

it("writes off once for each form, and never more than is left", async () => {
  const batch = await makeBatch(context, { product: await makeProduct(context), gramsMade: 20_000 });
  const form = { batchId: batch.id, key: randomUUID(), kilograms: 12.5, reason: "Torn bags" };
  await writeOff(administrator, form);
  await writeOff(administrator, form);
  await expect(writeOff(administrator, { ...form, key: randomUUID() })).rejects.toMatchObject({
    fields: { kilograms: [expect.stringContaining("Only 7.5 kg")] },
  });
  expect(await fresh().findOneOrFail(Batch, batch.id)).toMatchObject({ gramsLeft: 7_500 });
});

it("keeps what a laboratory found in whole units, once for each form", async () => {
  const batch = await makeBatch(context, { product: await makeProduct(context) });
  const stated = typedIn(batchCommands.addAnalysis.input, {
    ...{ batchId: String(batch.id), key: randomUUID(), laboratory: "Eurofins", analysedOn: "2026-11-10" },
    ...{ organicCarbon: "81.25", hydrogenToCarbon: "0.34", ph: "9.1", pah: "3.2", ash: "" },
    ...{ "metals.Pb": "1,001.5", "metals.Cd": "" },
  });
  expect(await addAnalysis(administrator, stated)).toEqual(await addAnalysis(administrator, stated));
  expect(await fresh().findOneOrFail(BatchAnalysis, { batch: batch.id })).toMatchObject({
    ...{ organicCarbon: 8_125, hydrogenToCarbon: 340, ph: 910, pah: 3_200, ash: null },
    metals: { Pb: 1_001_500 },
  });
  await expect(addAnalysis(administrator, { ...stated, key: "x", ash: 30 })).rejects.toMatchObject({
    fields: { ash: [expect.any(String)] },
  });
});

it("goes into quarantine with a reason and out again without one", async () => {
  const { id } = await makeBatch(context, { product: await makeProduct(context) });
  await quarantineBatch(administrator, { batchId: id, reason: "Smells of smoke" });
  expect(await fresh().findOneOrFail(Batch, id)).toMatchObject({
    status: "quarantined",
    quarantineReason: "Smells of smoke",
  });
  await expect(markBatchSoldOut(administrator, { batchId: id })).toBeRefused("conflict");
  expect(await fresh().findOneOrFail(Batch, id)).toMatchObject({ status: "quarantined" });
  await releaseBatch(administrator, { batchId: id });
  expect(await fresh().findOneOrFail(Batch, id)).toMatchObject({ status: "open", quarantineReason: "" });
});

it("takes back whose carbon it is, where nobody has changed it since", async () => {
  const { id } = await makeBatch(context, { product: await makeProduct(context) });
  const claims = { creditStatus: "issued", creditsIssuedTo: "Acme on Puro" } as const;
  await saveClaims(administrator, {
    batchId: id,
    seenVersion: 1,
    ...claims,
    transportGramsPerKilogram: null,
  });
  const { changes } = await callerFor(administrator).audit.search({ area: "batches", subject: String(id) });
  await callerFor(administrator).audit.revert({ id: changes[0]?.id ?? 0 });
  expect(await fresh().findOneOrFail(Batch, id)).toMatchObject({
    creditStatus: "not_assessed",
    creditsIssuedTo: "",
  });
});

it("tells whoever saves second, whose own words then stand beside the first one's", async () => {
  const { id: batchId } = await makeBatch(context, { product: await makeProduct(context) });
  const seen = { batchId, seenVersion: 1 };
  const issued = { creditStatus: "issued", creditsIssuedTo: "Acme on Puro" } as const;
  const none = { creditStatus: "not_assessed", creditsIssuedTo: "" } as const;
  await saveClaims(administrator, { ...seen, ...issued, transportGramsPerKilogram: null });
  const late = { ...seen, ...none, transportGramsPerKilogram: 40 };
  const certificate = { ...seen, certificationClass: "agro", certificateNumber: "EX-17" } as const;
  for (const save of [
    () => saveClaims(administrator, late),
    () => saveCertificate(administrator, certificate),
  ]) {
    await expect(save()).rejects.toThrow("Somebody else changed");
  }
  await saveClaims(administrator, { ...late, ...issued, seenVersion: 2 });
  await saveCertificate(administrator, { ...certificate, seenVersion: 3 });
  expect(await fresh().findOneOrFail(Batch, batchId)).toMatchObject({
    ...{ ...issued, transportGramsPerKilogram: 40, certificateNumber: "EX-17" },
  });
});

describe("the certificate of a batch", () => {
  const certificate = { certificationClass: "agro", certificateNumber: "EX-17" } as const;
  const none = { certificationClass: "none", certificateNumber: "" } as const;

  it("is none until somebody says so, and is taken back without touching whose carbon it is", async () => {
    const { id } = await makeBatch(context, { product: await makeProduct(context) });
    expect(await fresh().findOneOrFail(Batch, id)).toMatchObject(none);
    await saveCertificate(administrator, { batchId: id, seenVersion: 1, ...certificate });
    expect(await fresh().findOneOrFail(Batch, id)).toMatchObject(certificate);
    const lastChange = async () => {
      const { changes } = await callerFor(administrator).audit.search({
        area: "batches",
        subject: String(id),
      });
      return { id: changes[0]?.id ?? 0, action: changes[0]?.action };
    };
    const saved = await lastChange();
    expect(saved.action).toBe("certificate changed");
    const claims = { creditStatus: "issued", creditsIssuedTo: "Acme on Puro" } as const;
    await saveClaims(administrator, {
      batchId: id,
      seenVersion: 2,
      ...claims,
      transportGramsPerKilogram: null,
    });
    await callerFor(administrator).audit.revert({ id: saved.id });
    expect(await fresh().findOneOrFail(Batch, id)).toMatchObject({ ...none, ...claims });
  });

  it.each(["EX-16", ""])("stays where its number was changed since, from %j", async (certificateNumber) => {
    const { id } = await makeBatch(context, { product: await makeProduct(context) });
    await saveCertificate(administrator, { batchId: id, seenVersion: 1, ...certificate, certificateNumber });
    const { changes } = await callerFor(administrator).audit.search({ area: "batches", subject: String(id) });
    await saveCertificate(administrator, { batchId: id, seenVersion: 2, ...certificate });
    await expect(callerFor(administrator).audit.revert({ id: changes[0]?.id ?? 0 })).rejects.toThrow(
      "changed again since",
    );
    expect(await fresh().findOneOrFail(Batch, id)).toMatchObject(certificate);
  });

  it("has no number without a class: not from a form, a script, or into the database", async () => {
    const number = { certificateNumber: "EX-17" };
    const stated = batchCommands.saveCertificate.input.safeParse({
      batchId: "1",
      seenVersion: "1",
      ...none,
      ...number,
    });
    expect(stated.error).toMatchObject({ issues: [{ path: ["certificateNumber"] }] });
    await expect(createBatch(administrator, await newBatch(number))).rejects.toMatchObject({
      fields: { certificateNumber: [expect.stringContaining("needs a class")] },
    });
    await expect(makeBatch(context, { product: await makeProduct(context), ...number })).rejects.toThrow(
      "batch_certificate_has_a_class",
    );
  });

  it("comes with a batch that a script enters, which then states no other", async () => {
    const input = await newBatch(certificate);
    const { code } = await createBatch(administrator, input);
    expect(await findStaffBatch(administrator, code)).toMatchObject(certificate);
    expect(await createBatch(administrator, { ...input, ...none })).toEqual({ code });
    await expect(createBatch(administrator, { ...input, certificationClass: "urban" })).rejects.toMatchObject(
      {
        fields: { code: [`There is a batch ${code} already.`] },
      },
    );
  });
});
