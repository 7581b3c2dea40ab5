import type { z } from "zod";

/** What a form shows at first, by field: texts as they stand in it, boxes as ticked or not. */
export type ShownFields = Record<string, string | boolean>;

/** What a form shows that begins from these values, as conform writes values into forms. */
export function shownFields(
  values: Record<string, string | number | boolean | null | undefined>,
): ShownFields {
  const entries = Object.entries(values);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === "boolean" ? value : String(value ?? "")]),
  );
}

/**
 * The fields of a form that came back otherwise than it was shown. A box that is missing is not ticked; another field
 * that is missing was not there to be touched.
 */
export function touchedFields(shown: ShownFields, sent: FormData): string[] {
  return Object.keys(shown).filter((name) => {
    const [was, is] = [shown[name], sent.get(name)];
    if (typeof was === "boolean") return was !== (is === "on");
    return typeof is === "string" && !isSameText(is, was ?? "");
  });
}

/**
 * A form's schema for those fields alone, so that a rule which came after a value was stored keeps nobody from saving
 * the rest, and what the schema makes of a field that nobody touched is not written.
 */
export function schemaOf<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  names: readonly string[],
): z.ZodType<Partial<z.output<z.ZodObject<Shape>>>> {
  const known = names.filter((name) => name in schema.shape);
  return schema.pick(Object.fromEntries(known.map((name) => [name, true])) as Mask<Shape>);
}

/** All keys as far as the types know, so that zod takes it. */
type Mask<Shape> = { [Name in keyof Shape]: true } & Record<Exclude<keyof Shape, keyof Shape>, never>;

/** Of given values those that differ from what is stored, where texts that only a browser tells apart are the same. */
export function changedOnly<Values extends object>(stored: object, submitted: Values): Partial<Values> {
  const changed = Object.entries(submitted).filter(([name, value]) => {
    const was: unknown = Reflect.get(stored, name);
    return typeof value === "string" && typeof was === "string" ? !isSameText(value, was) : value !== was;
  });
  return Object.fromEntries(changed) as Partial<Values>;
}

/** Browsers change the line ends of what they show, and the schemas take off the blanks around it. */
function isSameText(one: string, other: string): boolean {
  return oneLineEnd(one).trim() === oneLineEnd(other).trim();
}

/** Browsers send the lines of a textarea with both characters. */
export function oneLineEnd(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n");
}

/** Without what is `undefined`: it means "not named", where the ORM would store a null. */
export function definedOnly<T extends object>(values: T): Partial<T> {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Partial<T>;
}
