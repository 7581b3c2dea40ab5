import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { StatedUnits, Statement, UnitMarks } from "./withdrawal-rules.ts";
import { LONGEST_REASON } from "./withdrawal-view.ts";

const MOST_UNITS = 9999;

/** The form as it was typed, to be shown again. */
export interface TypedWithdrawal {
  /** Made with the form: sent twice, it is one withdrawal. */
  key: string;
  /** Everything that is left, whatever stands in the quantities. */
  isEverything: boolean;
  /** By line. */
  quantities: Record<string, string>;
  /** The names of the ticked boxes. */
  ticked: string[];
  reason: string;
}

interface ReadForm {
  typed: TypedWithdrawal;
  statement: Statement;
  /** The line of each entry of the statement. */
  fieldOf: (at: number) => string;
  errors: Record<string, string[]>;
}

const QUANTITY = /^quantity\.([1-9]\d{0,9})$/;
const MARK = /^(mixedIntoSoil|unsealed)\.([1-9]\d{0,9})$/;
const keySchema = z.uuid();

/** Reads the plain form on which a customer cancels: fields by line, so that it needs no JavaScript. */
export function readWithdrawalForm(form: FormData): ReadForm {
  const reason = textOf(form, "reason").trim();
  const key = keySchema.safeParse(form.get("key")).data ?? randomUUID();
  const isEverything = form.get("what") === "everything";
  const quantities: Record<string, string> = {};
  const ticked: string[] = [];
  const marks = new Map<number, UnitMarks>();
  for (const name of form.keys()) {
    const line = QUANTITY.exec(name)?.[1];
    if (line) quantities[line] = textOf(form, name).trim();
    const [, mark, marked] = MARK.exec(name) ?? [];
    if (!mark || !marked) continue;
    ticked.push(name);
    const before = marks.get(Number(marked)) ?? { mixedIntoSoil: false, unsealed: false };
    marks.set(Number(marked), { ...before, [mark]: true });
  }
  const errors: Record<string, string[]> = {};
  if (reason.length > LONGEST_REASON) errors.reason = [`Keep the reason below ${LONGEST_REASON} characters`];
  const units: (StatedUnits & { lineId: number })[] = [];
  for (const [line, text] of isEverything ? [] : Object.entries(quantities)) {
    const quantity = text === "" ? 0 : Number(text);
    if (!Number.isInteger(quantity) || quantity < 0 || quantity > MOST_UNITS) {
      errors[`quantity.${line}`] = ["Enter a whole number, such as 1"];
    } else if (quantity > 0) {
      const lineId = Number(line);
      units.push({ mixedIntoSoil: false, unsealed: false, ...marks.get(lineId), lineId, quantity });
    }
  }
  return {
    typed: { key, isEverything, quantities, ticked, reason },
    statement: isEverything
      ? { everything: [...marks].map(([lineId, state]) => ({ lineId, ...state })) }
      : units,
    fieldOf: (at) => `quantity.${units[at]?.lineId ?? 0}`,
    errors,
  };
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}
