import type { z } from "zod";

/** A form's initial values by field: texts as they are shown, checkboxes as ticked or not. */
export type ShownFields = Record<string, string | boolean>;

/** The initial values of a form with these stored values, as conform writes values into forms. */
export function shownFields(
  values: Record<string, string | number | boolean | null | undefined>,
): ShownFields {
  const entries = Object.entries(values);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === "boolean" ? value : String(value ?? "")]),
  );
}

/**
 * The fields whose values the form changes. A missing checkbox is not ticked; any other missing field was not on the
 * page.
 */
export function touchedFields(initial: ShownFields, submitted: FormData): string[] {
  return Object.keys(initial).filter((name) => {
    const [was, is] = [initial[name], submitted.get(name)];
    if (typeof was === "boolean") return was !== (is === "on");
    return typeof is === "string" && !isSameText(is, was ?? "");
  });
}

/**
 * Puts what is saved now into the fields that a form did not change: in those, what somebody else saved stays. Those of
 * `differences` stay as they were shown: the form says beside them what was seen, and the server adds the difference.
 */
export function keepTheirs(
  form: FormData,
  initial: ShownFields,
  saved: ShownFields,
  differences: readonly string[] = [],
): void {
  const left = new Set([...touchedFields(initial, form), ...differences]);
  for (const [name, value] of Object.entries(saved)) {
    if (left.has(name) || (typeof value === "string" && !form.has(name))) continue;
    form.delete(name);
    if (value !== false) form.set(name, value === true ? "on" : value);
  }
}

/** Whether what a form began with is still saved; of `mayChange` only what somebody touched counts. */
export function isStillSaved(
  form: FormData,
  initial: ShownFields,
  saved: ShownFields,
  mayChange: readonly string[],
): boolean {
  const touched = touchedFields(initial, form);
  return Object.keys(saved).every(
    (name) => saved[name] === initial[name] || (mayChange.includes(name) && !touched.includes(name)),
  );
}

/**
 * A form's schema for those fields alone: a rule that is newer than a stored value does not keep anybody from saving
 * the other fields, and untouched fields are not written.
 */
export function schemaOf<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  names: readonly string[],
): z.ZodType<Partial<z.output<z.ZodObject<Shape>>>> {
  const fields = names.filter((name) => name in schema.shape);
  return schema.pick(Object.fromEntries(fields.map((name) => [name, true])) as Mask<Shape>);
}

/** A form's schema for the fields that differ from the stored values at the time of the check. */
export function touchedOnly<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  stored: Record<string, string | number | boolean | null | undefined>,
) {
  return (form: FormData) => schemaOf(schema, touchedFields(shownFields(stored), form));
}

/** All keys, as far as the types know, as zod expects. */
type Mask<Shape> = { [Name in keyof Shape]: true } & Record<Exclude<keyof Shape, keyof Shape>, never>;

/**
 * The submitted values that differ from the stored ones; differences that browsers make by themselves do not count.
 */
export function changedOnly<Values extends object>(stored: object, submitted: Values): Partial<Values> {
  const changed = Object.entries(submitted).filter(([name, value]) => {
    const was: unknown = Reflect.get(stored, name);
    return typeof value === "string" && typeof was === "string" ? !isSameText(value, was) : value !== was;
  });
  return Object.fromEntries(changed) as Partial<Values>;
}

/** Browsers change the line endings of a text, and the schemas trim it. */
function isSameText(one: string, other: string): boolean {
  return oneLineEnd(one).trim() === oneLineEnd(other).trim();
}

/** Browsers send the lines of a textarea with both characters. */
export function oneLineEnd(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n");
}

/** These fields alone, always in this order. */
export function pick<Values, Name extends keyof Values>(
  values: Values,
  names: readonly Name[],
): Pick<Values, Name> {
  return Object.fromEntries(names.map((name) => [name, values[name]])) as Pick<Values, Name>;
}

/** Removes what is `undefined`: it means "not given", but the ORM would store a null. */
export function definedOnly<T extends object>(values: T): Partial<T> {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Partial<T>;
}
