import type { CommandDefinition, RefusedForm } from "#server/commands/command.ts";

/** A form's fields as they are typed; a box that is not ticked is missing. */
export type FormTexts = Record<string, string>;

/** What is typed in a form now. */
export function textsIn(form: FormData): FormTexts {
  const texts: FormTexts = {};
  for (const [name, value] of form) if (typeof value === "string") texts[name] = value;
  return texts;
}

/** Whether a form that came back is this command's, about the thing that its field names. */
export function isAbout(
  answer: RefusedForm | undefined,
  { name }: CommandDefinition,
  field: string,
  thing: string,
): boolean {
  return answer?.intent === name && answer.result.initialValue?.[field] === thing;
}
