type FormValue = string | FormValue[] | { [name: string]: FormValue };

/** A name with unbalanced brackets, or one used both for a text and for an object. */
export class FormError extends Error {
  readonly parameter: string;
  constructor(parameter: string) {
    super(`${parameter} is not form encoding.`);
    this.parameter = parameter;
  }
}

/** Parses a form with nested names, `line_items[0][quantity]=2`, independently of the stand-ins' parser. */
export function readForm(text: string): FormValue {
  const root: Fields = new Map();
  for (const [name, value] of new URLSearchParams(text)) {
    if (!/^[^[\]]+(\[[^[\]]*\])*$/.test(name)) throw new FormError(name);
    put(root, name.replaceAll("]", "").split("["), value, name);
  }
  return objectOf(root);
}

type Fields = Map<string, Fields | string>;

function put(fields: Fields, [first = "", ...rest]: string[], value: string, name: string): void {
  const key = first === "" ? String(fields.size) : first;
  const there = fields.get(key);
  if (rest.length === 0) {
    if (typeof there === "object") throw new FormError(name);
    fields.set(key, value);
    return;
  }
  if (typeof there === "string") throw new FormError(name);
  const inner: Fields = there ?? new Map();
  fields.set(key, inner);
  put(inner, rest, value, name);
}

/** Entries numbered from 0 are a list. */
function readValue(fields: Fields | string): FormValue {
  if (typeof fields === "string") return fields;
  const isList = [...fields.keys()].every((_, index) => fields.has(String(index)));
  if (!isList) return objectOf(fields);
  return [...fields.keys()].map((_, index) => readValue(fields.get(String(index)) ?? ""));
}

function objectOf(fields: Fields): FormValue {
  return Object.fromEntries([...fields].map(([name, value]) => [name, readValue(value)]));
}
