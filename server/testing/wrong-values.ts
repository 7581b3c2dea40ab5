import { type JsonSchema, typesOf } from "#server/api/reference-text.ts";

export interface WrongValue {
  /** What is wrong, for the test's name. */
  what: string;
  /** The field that the refusal must name. */
  field: string;
  value: unknown;
}

const samples: Record<string, unknown> = {
  string: "text",
  number: 12.5,
  boolean: true,
  array: [],
  object: {},
  null: null,
};

/** A valid value made wrong in every way its schema knows, one wrong thing at a time. */
export function wrongValues(schema: JsonSchema, valid: unknown, field = ""): WrongValue[] {
  const wrong = wrongTypes(schema, field);
  if (isObject(valid) && schema.properties) wrong.push(...wrongObjects(schema, valid, field));
  if (Array.isArray(valid) && schema.items) wrong.push(...wrongLists(schema, schema.items, valid, field));
  for (const choice of schema.anyOf ?? [schema]) {
    const types = typesOf(choice);
    // What one choice refuses another may name.
    const named = new Set((schema.anyOf ?? []).flatMap((other) => other.const ?? other.enum ?? []));
    const texts = types.includes("string") ? wrongTexts(choice, field) : [];
    wrong.push(...texts.filter(({ value }) => !named.has(value as never)));
    if (types.includes("number") || types.includes("integer")) wrong.push(...wrongNumbers(choice, field));
  }
  return wrong;
}

/** What a query or a path must not say where the schema stands: every text that is none of what it allows. */
export function wrongTextsOf(schema: JsonSchema): string[] {
  const wrong: string[] = [];
  if (typesOf(schema).includes("integer")) {
    wrong.push("", "abc", "1.5", ...wrongNumbers(schema, "").map(({ value }) => String(value)));
  } else if (schema.enum) wrong.push("", "nonsense");
  else if (schema.maxLength !== undefined) wrong.push("x".repeat(schema.maxLength + 1));
  return wrong;
}

/** The texts in a schema that may be as long as anybody likes. */
export function unboundedTexts(schema: JsonSchema, field = ""): string[] {
  const inside = Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
    unboundedTexts(property, join(field, name)),
  );
  const elements = schema.items ? unboundedTexts(schema.items, join(field, "0")) : [];
  const choices = (schema.anyOf ?? []).flatMap((choice) => unboundedTexts(choice, field));
  const isBounded = schema.maxLength !== undefined || /^\^[^*+]*\$$/.test(schema.pattern ?? "*");
  const isOpen =
    typesOf(schema).includes("string") && !isBounded && !schema.enum && schema.const === undefined;
  const isEndless = typesOf(schema).includes("array") && schema.maxItems === undefined;
  return [...inside, ...elements, ...choices, ...(isOpen || isEndless ? [field] : [])];
}

function wrongTypes(schema: JsonSchema, field: string): WrongValue[] {
  const allowed = allowedTypes(schema);
  if (allowed.length === 0) return [];
  return Object.entries(samples)
    .filter(([type]) => !allowed.includes(type))
    .map(([type, value]) => ({ what: `is of type ${type}`, field, value }));
}

function allowedTypes(schema: JsonSchema): string[] {
  const types = schema.anyOf ? schema.anyOf.flatMap(allowedTypes) : typesOf(schema);
  if (types.length === 0 && schema.const !== undefined) return [typeof schema.const];
  return types.map((type) => (type === "integer" ? "number" : type));
}

function wrongObjects(schema: JsonSchema, valid: Record<string, unknown>, field: string): WrongValue[] {
  const wrong: WrongValue[] = [];
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const path = join(field, name);
    const { [name]: present, ...others } = valid;
    if (schema.required?.includes(name)) wrong.push({ what: "is missing", field: path, value: others });
    for (const inner of wrongValues(property, present, path)) {
      wrong.push({ ...inner, value: { ...valid, [name]: inner.value } });
    }
  }
  if (schema.additionalProperties === false) {
    wrong.push({ what: "is unknown", field: join(field, "surprise"), value: { ...valid, surprise: 1 } });
  }
  return wrong;
}

function wrongLists(schema: JsonSchema, items: JsonSchema, valid: unknown[], field: string): WrongValue[] {
  const [first] = valid;
  const wrong: WrongValue[] = wrongValues(items, first, join(field, "0")).map((inner) => ({
    ...inner,
    value: [inner.value, ...valid.slice(1)],
  }));
  if (schema.minItems)
    wrong.push({ what: "has too few elements", field, value: valid.slice(0, schema.minItems - 1) });
  if (schema.maxItems !== undefined) {
    wrong.push({ what: "has too many elements", field, value: Array(schema.maxItems + 1).fill(first) });
  }
  return wrong;
}

function wrongTexts(schema: JsonSchema, field: string): WrongValue[] {
  const wrong: WrongValue[] = [];
  if (schema.minLength) wrong.push({ what: "is too short", field, value: "x".repeat(schema.minLength - 1) });
  if (schema.maxLength !== undefined)
    wrong.push({ what: "is too long", field, value: "9".repeat(schema.maxLength + 1) });
  if (schema.enum) wrong.push({ what: "is none of the choices", field, value: "nonsense" });
  if (schema.format === "email") wrong.push({ what: "is no email address", field, value: "nobody.example" });
  if (schema.format === "uri") wrong.push({ what: "is no address", field, value: "nowhere" });
  if (schema.pattern) wrong.push({ what: "does not fit the pattern", field, value: "!" });
  return wrong;
}

function wrongNumbers(schema: JsonSchema, field: string): WrongValue[] {
  const wrong: WrongValue[] = [];
  if (schema.minimum !== undefined) wrong.push({ what: "is too small", field, value: schema.minimum - 1 });
  if (schema.exclusiveMinimum !== undefined) {
    wrong.push({ what: "is too small", field, value: schema.exclusiveMinimum });
  }
  if (schema.maximum !== undefined) wrong.push({ what: "is too large", field, value: schema.maximum + 1 });
  if (schema.exclusiveMaximum !== undefined) {
    wrong.push({ what: "is too large", field, value: schema.exclusiveMaximum });
  }
  if (typesOf(schema).includes("integer")) wrong.push({ what: "is not whole", field, value: 1.5 });
  return wrong;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function join(field: string, name: string): string {
  return field === "" ? name : `${field}.${name}`;
}
