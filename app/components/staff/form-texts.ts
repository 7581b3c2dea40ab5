/** A form's fields as they are typed; a box that is not ticked is missing. */
export type FormTexts = Record<string, string>;

/** What is typed in a form now. */
export function textsIn(form: FormData): FormTexts {
  const texts: FormTexts = {};
  for (const [name, value] of form) if (typeof value === "string") texts[name] = value;
  return texts;
}
