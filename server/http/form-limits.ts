import { z } from "zod";
import { ShopError } from "#server/core/errors.ts";
import { storable } from "#server/core/text.ts";
import { oneLineEnd } from "#server/core/touched-fields.ts";

/** The largest form of the shop, a refund of a long order, has two fields a line. */
const MOST_FIELDS = 1000;
/** `restock[12].quantity` has three. */
const MOST_PARTS = 8;
/** The largest number in brackets: a field `x[4000000000]` alone would become a list of that length. */
const HIGHEST_INDEX = 999;
/**
 * What Conform reads apart from the fields: a state, which none of our forms sends, and an intent that changes a list.
 */
const CONFORM_STATE = "__state__";
const CONFORM_INTENT = "__intent__";
const intentSchema = z
  .string()
  .max(300)
  .transform(parsedJson)
  .pipe(z.object({ type: z.literal("validate") }));

/**
 * Whether a form is no larger than the shop's own. Names such as `a.b` and `a[3]` are read as objects and lists, and a
 * refused form is echoed: names that nest deeper than any of ours, or high list indices, would cost the server far more
 * than the sender (CVE-2026-34077, docs/security.md, "Packages").
 */
export function isOrdinaryForm(fields: FormData): boolean {
  const names = [...fields.keys()];
  if (names.length > MOST_FIELDS || !names.every(isOrdinaryName)) return false;
  return !fields.has(CONFORM_STATE) && fields.getAll(CONFORM_INTENT).every(isOrdinaryIntent);
}

function isOrdinaryName(name: string): boolean {
  if (name.split(/[.[]/, MOST_PARTS + 1).length > MOST_PARTS) return false;
  return [...name.matchAll(/\[(\d+)/g)].every(([, index]) => Number(index) <= HIGHEST_INDEX);
}

/** Other intents change lists at any index that they name; none of our forms has them. */
function isOrdinaryIntent(intent: FormDataEntryValue): boolean {
  return intentSchema.safeParse(intent).success;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * A form as its readers take it: line endings become those of tRPC and REST, and what cannot be kept is left out.
 * @throws ShopError `bad_request` where it is larger than any of ours
 */
export function readableForm(fields: FormData): FormData {
  if (!isOrdinaryForm(fields)) {
    throw unreadableForm("more fields, or names nested deeper, than any form has");
  }
  const form = new FormData();
  for (const [name, value] of fields) {
    if (typeof value === "string") form.append(storable(name), storable(oneLineEnd(value)));
    else form.append(storable(name), value);
  }
  return form;
}

/** A body that is not a form, or is larger than any of ours, is the sender's mistake. */
export function unreadableForm(detail: unknown): ShopError {
  return new ShopError("bad_request", "This form could not be read. Please try again.", { detail });
}
