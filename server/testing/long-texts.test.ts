import { globSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { z } from "zod";
import { restEndpoints } from "#server/api/rest-app.server.ts";
import type { AnyCommand } from "#server/commands/run-command.server.ts";
import { longTexts, MOST_PROCESSOR_MS, processorTimeOf } from "#server/testing/hostile-texts.ts";
import { appRouter } from "#server/trpc/router.server.ts";

/*
 * Every text that somebody types or sends has a greatest length, every list a greatest number, and looking at it costs no
 * time, however long it is: each field of each REST call, procedure, form and list that there is. New ones are included
 * automatically.
 */

/** Schemas of what nobody types. */
const notTyped: Record<string, string> = {
  "server/core/env.server.ts": "the owner's own environment",
  "server/catalogue/sellable.server.ts": "rows of the database",
  "server/payments/paypal/paypal-order.ts": "PayPal's answers",
  "server/pricing/price-step.schema.ts": "rows of the database",
  "server/orders/find-account-for-order.server.ts": "rows of the database",
  "server/reports/reconciliation.ts": "rows of the database",
  "server/reports/vat-report.ts": "rows of the database, and months",
  "server/api/rest-shapes.ts": "the shop's own answers",
  "server/api/error-response.server.ts": "the shop's own answers",
};

/** Fields that take whole files, which the limits on bodies bound. */
const files = [
  "products.checkImport",
  "orders.readTracking.csv",
  "settings.readTariff.csv",
  "products.savePictures.added",
  "products.saveDocuments.added.file",
  "batches.addAnalysis.document",
  "POST /api/admin/batches/{code}/analyses body.document",
  "server/catalogue/product-media.schema.ts",
  // A statement's text, looked at as a whole; its parts meet no pattern.
  "server/statements/statement-credential.ts",
];
const LONGEST = 20_000;

/** Lists whose whole has a greatest length. */
const lists = ["server/statements/statement-credential.ts"];

const project = path.resolve(import.meta.dirname, "../..");

interface Field {
  name: string;
  schema: z.ZodType;
}

const named = (name: string, value: unknown): Field[] =>
  value instanceof z.ZodType ? [{ name, schema: value }] : [];

const procedures = appRouter._def.procedures as unknown as Record<
  string,
  { _def: { inputs: unknown[]; meta?: { command?: AnyCommand } } }
>;

async function everySchema(): Promise<Field[]> {
  const rest = restEndpoints.flatMap(({ method, path: address, params, query, body }) =>
    Object.entries({ params, query, body }).flatMap(([part, schema]) =>
      named(`${method} ${address} ${part}`, schema),
    ),
  );
  // A mutation takes its command's input, or a form that is read by it.
  const called = Object.entries(procedures).flatMap(
    ([
      name,
      {
        _def: { inputs, meta },
      },
    ]) => (meta?.command ? [meta.command.definition.input] : inputs).flatMap((input) => named(name, input)),
  );
  const exported: Field[] = [];
  for (const file of globSync("server/**/*.ts", { cwd: project }).sort()) {
    if (/\.test\.ts$|^server\/(testing|cli|process|sandbox|start)/.test(file) || file in notTyped) continue;
    const module = z.looseObject({}).parse({ ...(await import(path.join(project, file))) });
    for (const [name, value] of Object.entries(module)) exported.push(...named(`${file} ${name}`, value));
  }
  return [...rest, ...called, ...exported];
}

/** What stands inside of a schema; undefined for one that looks at a text itself, with all that it does to it. */
function partsOf(schema: z.ZodType): Field[] | undefined {
  const within = (inner: unknown) => {
    const [field] = named("", inner);
    return field && partsOf(field.schema) ? [field] : undefined;
  };
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([name, part]) => named(name, part));
  }
  if (schema instanceof z.ZodArray) return named("[]", schema.element);
  if (schema instanceof z.ZodRecord) return [...named("key", schema.keyType), ...named("", schema.valueType)];
  if (schema instanceof z.ZodTuple) return schema.def.items.flatMap((item) => named("", item));
  if (schema instanceof z.ZodIntersection)
    return [...named("", schema.def.left), ...named("", schema.def.right)];
  if (schema instanceof z.ZodLazy) return named("", schema.def.getter());
  if (schema instanceof z.ZodUnion) {
    const options = schema.options.flatMap((option) => named("", option));
    return options.some((option) => partsOf(option.schema)) ? options : undefined;
  }
  if (schema instanceof z.ZodPipe) return within(schema.in);
  return "innerType" in schema.def ? within(schema.def.innerType) : undefined;
}

/** All schemas, and those that look at a text themselves, by where they were found first. */
function fieldsIn(schemas: readonly Field[]): { all: Field[]; texts: Field[] } {
  const seen = new Set<z.ZodType>();
  const all: Field[] = [];
  const texts: Field[] = [];
  const visit = ({ name, schema }: Field) => {
    if (seen.has(schema)) return;
    seen.add(schema);
    all.push({ name, schema });
    const parts = partsOf(schema);
    if (!parts) texts.push({ name, schema });
    for (const part of parts ?? []) visit({ ...part, name: part.name ? `${name}.${part.name}` : name });
  };
  for (const schema of schemas) visit(schema);
  return { all, texts };
}

/** The most that a list may have; a record counts by its names. */
const MOST = 1000;

/** Whether nothing is said of the whole when it has one more than the most. */
function isEndless(schema: z.ZodType): boolean {
  const many = Array.from({ length: MOST + 1 }, (_, place) => place + 1);
  // The one record that there is has names such as o12.
  const sent =
    schema instanceof z.ZodArray ? many : Object.fromEntries(many.map((place) => [`o${place}`, ""]));
  return !schema.safeParse(sent).error?.issues.some(({ path }) => path.length === 0);
}

/** The schemas of text alone that look at a value first. */
function textsFirst(schema: z.ZodType): z.ZodType[] {
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => textsFirst(asType(option)));
  if (schema instanceof z.ZodPipe) {
    const first = asType(schema.in);
    // A text that is only asked to be one, before a schema that looks at it.
    const isOnlyText = first instanceof z.ZodString && !first.def.checks;
    const texts = first instanceof z.ZodTransform || isOnlyText ? textsFirst(asType(schema.out)) : [];
    return texts.length > 0 ? texts : textsFirst(first);
  }
  if ("innerType" in schema.def) return textsFirst(asType(schema.def.innerType));
  return schema instanceof z.ZodString || schema instanceof z.ZodStringFormat ? [schema] : [];
}

const asType = (value: unknown): z.ZodType => z.instanceof(z.ZodType).parse(value);

/** Whether a pattern or a change meets a text before its length is known, or although it is too long. */
function isLookedAtFirst(schema: z.ZodType): boolean {
  const checks = (schema.def.checks ?? []).map(({ _zod: { def } }) => def);
  const [length, ...others] = checks.filter(({ check }) => check !== "min_length");
  if (schema instanceof z.ZodStringFormat || length === undefined) return true;
  const isLength = length.check === "max_length" || length.check === "length_equals";
  return !isLength || (others.some(({ check }) => check !== "max_length") && length.abort !== true);
}

it("knows of every text that it is not too long before anything else is done with it", async () => {
  const { texts } = fieldsIn(await everySchema());
  const faults = texts
    .filter(({ name }) => !files.some((start) => name.startsWith(start)))
    .filter(({ schema }) => textsFirst(schema).some(isLookedAtFirst));
  expect(texts.flatMap(({ schema }) => textsFirst(schema)).length).toBeGreaterThan(250);
  expect(faults.map(({ name }) => name)).toEqual([]);
});

it("takes no list, and no record of any names, without a greatest number", async () => {
  const faults = fieldsIn(await everySchema())
    .all.filter(({ schema }) => schema instanceof z.ZodArray || schema instanceof z.ZodRecord)
    .filter(({ schema }) => !(schema instanceof z.ZodRecord && schema.keyType instanceof z.ZodEnum))
    .filter(({ name, schema }) => !lists.some((start) => name.startsWith(start)) && isEndless(schema));
  expect(faults.map(({ name }) => name)).toEqual([]);
});

it("refuses or leaves out 60 kB of one character in every field that takes a text, within 100 ms", async () => {
  const { texts: fields } = fieldsIn(await everySchema());
  expect(fields.length).toBeGreaterThan(600);
  const faults = new Set<string>();
  for (const { name, schema } of fields) {
    for (const text of longTexts) {
      let taken: unknown;
      const look = () => {
        taken = schema.safeParse(text).data;
      };
      if ((await processorTimeOf(look)) > MOST_PROCESSOR_MS) faults.add(`${name} takes its time`);
      const isTaken = typeof taken === "string" && taken.length > LONGEST;
      if (isTaken && !files.some((start) => name.startsWith(start)))
        faults.add(`${name} has no greatest length`);
    }
  }
  expect([...faults]).toEqual([]);
}, 60_000);
