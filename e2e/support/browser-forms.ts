import { DomUtils, parseDocument } from "htmlparser2";

type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number];

/** A form in its initial state. */
export interface ShownForm {
  /** As it is told to anyone who does not see it. */
  name: string;
  action: string;
  /** What a browser submits for the untouched form, in document order. */
  fields: [name: string, value: string][];
  /** The kinds of its fields by name, such as "number" and "select", and the options of a select. */
  kinds: Map<string, string>;
  choices: Map<string, string[]>;
}

const tags = (name: string, within: Element | ReturnType<typeof parseDocument>) =>
  DomUtils.getElementsByTagName(name, within.children, true);

/** The POST forms of a page. */
export function formsIn(html: string): ShownForm[] {
  const page = parseDocument(html, { withStartIndices: true });
  const controls = [...tags("input", page), ...tags("select", page), ...tags("textarea", page)];
  return tags("form", page)
    .filter(({ attribs }) => attribs.method?.toLowerCase() === "post")
    .map((form) => shown(form, controls));
}

/** Selects without a selected option: the browser submits one that nobody has stored. */
export function unsaidChoices(html: string): string[] {
  const silent = tags("select", parseDocument(html)).filter(
    (select) => !tags("option", select).some(({ attribs }) => "selected" in attribs),
  );
  return silent.map(({ attribs }) => attribs.name || attribs.id || "a select");
}

function shown(form: Element, controls: readonly Element[]): ShownForm {
  const own = controls.filter((control) => formOf(control) === form || isTiedTo(control, form));
  const inOrder = own.sort((a, b) => (a.startIndex ?? 0) - (b.startIndex ?? 0));
  const result: ShownForm = {
    name: form.attribs["aria-label"] ?? "",
    action: form.attribs.action ?? "",
    fields: [],
    kinds: new Map(),
    choices: new Map(),
  };
  for (const control of inOrder) {
    const { name, disabled } = control.attribs;
    if (!name || disabled !== undefined) continue;
    result.kinds.set(name, kindOf(control));
    if (control.name === "select") result.choices.set(name, tags("option", control).map(optionValue));
    const value = sentOf(control);
    if (value !== undefined) result.fields.push([name, value]);
  }
  return result;
}

function formOf(control: Element): Element | undefined {
  for (let above = control.parent; above; above = above.parent) {
    if ("name" in above && above.name === "form") return above as Element;
  }
  return undefined;
}

function isTiedTo(control: Element, form: Element): boolean {
  return control.attribs.form !== undefined && control.attribs.form === form.attribs.id;
}

function kindOf({ name, attribs }: Element): string {
  return name === "input" ? (attribs.type ?? "text") : name;
}

/** What HTML submits for an untouched control; undefined for nothing. */
function sentOf(control: Element): string | undefined {
  const { attribs } = control;
  switch (kindOf(control)) {
    case "select": {
      const options = tags("option", control);
      const selected =
        options.findLast((option) => "selected" in option.attribs) ??
        options.find((option) => !("disabled" in option.attribs));
      return selected && !("disabled" in selected.attribs) ? optionValue(selected) : undefined;
    }
    case "textarea":
      // The HTML parser drops a leading line break; submissions use CRLF.
      return DomUtils.textContent(control)
        .replace(/^\r?\n/, "")
        .replace(/\r\n?|\n/g, "\r\n");
    case "checkbox":
    case "radio":
      return "checked" in attribs ? (attribs.value ?? "on") : undefined;
    case "submit":
    case "button":
      return undefined;
    case "number":
      return /^-?(\d+|\d*\.\d+)([eE][-+]?\d+)?$/.test(attribs.value ?? "") ? attribs.value : "";
    case "email":
    case "url":
      return (attribs.value ?? "").replace(/[\r\n]/g, "").trim();
    case "hidden":
      return (attribs.value ?? "").replace(/\r\n?|\n/g, "\r\n");
    case "file":
      return "";
    default:
      return (attribs.value ?? "").replace(/[\r\n]/g, "");
  }
}

function optionValue(option: Element): string {
  return option.attribs.value ?? DomUtils.textContent(option).trim();
}
