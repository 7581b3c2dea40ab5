import type { FormTexts } from "#app/components/staff/kit/use-command.ts";
import { oneLineEnd } from "#server/core/touched-fields.ts";
import type { UserEditForm } from "#server/customers/users.schema.ts";
import type { StaffUserView } from "#server/customers/users-query.ts";
import { penceToDecimal } from "#server/pricing/money.ts";
import { allEditFields, type EditField } from "./edit-fields.ts";

/** The form's texts for a user as saved. */
export function textsOf(user: StaffUserView): FormTexts {
  const texts: FormTexts = {};
  for (const { name, kind } of allEditFields) {
    const value = user[name];
    if (kind === "yes-no") {
      if (value === true) texts[name] = "on";
    } else if (kind === "pounds") texts[name] = penceToDecimal(Number(value));
    else texts[name] = value === null ? "" : String(value);
  }
  return texts;
}

/** The fields in which two states of the form differ. */
export function differences(one: FormTexts, other: FormTexts): EditField[] {
  return allEditFields.filter(({ name }) => asCompared(one[name]) !== asCompared(other[name]));
}

/** What the form shows when somebody else saved meanwhile: theirs, where nothing was typed here. */
export function merged(texts: { base: FormTexts; typed: FormTexts; saved: FormTexts }): FormTexts {
  const { base, typed, saved } = texts;
  const mine = new Set<string>(differences(base, typed).map(({ name }) => name));
  const result: FormTexts = {};
  for (const { name } of allEditFields) {
    const text = mine.has(name) ? typed[name] : saved[name];
    if (text !== undefined) result[name] = text;
  }
  return result;
}

/** Of a form's values those that were changed, as the server takes them: money in pounds. */
export function changesIn(
  value: Partial<UserEditForm>,
  changed: readonly EditField[],
): Record<string, unknown> {
  const { totalLifetimeValue } = value;
  const pounds = totalLifetimeValue === undefined ? undefined : penceToDecimal(totalLifetimeValue);
  return Object.fromEntries(
    changed.map(({ name }) => [name, name === "totalLifetimeValue" ? pounds : value[name]]),
  );
}

/** How a person reads a field's text. */
export function shownText({ kind, choices }: EditField, text: string | undefined): string {
  if (kind === "yes-no") return text === "on" ? "yes" : "no";
  const label = choices?.find(({ value }) => value === (text ?? ""))?.label ?? text;
  return label ? `“${label}”` : "nothing";
}

function asCompared(text: string | undefined): string {
  return oneLineEnd((text ?? "").trim());
}
