import { z } from "zod";
import { readNumber } from "./typed-number.ts";

interface Reading<Value> {
  /** What is told where nothing better is known. */
  message: string;
  /** Of a plain decimal; undefined where the field does not take it. */
  parse: (plain: string) => Value | undefined;
  /** What nothing typed is; left out where something has to be. */
  whenEmpty?: Value;
  read?: typeof readNumber;
  /** Of a script's number. */
  number?: z.ZodNumber;
}

/** A number as a script sends it or as somebody typed it, read to what the shop keeps. */
export function typedNumber<Value>({ message, parse, whenEmpty, read = readNumber, number }: Reading<Value>) {
  return z
    .union([number ?? z.number(), z.string().max(20, message)], { error: () => message })
    .transform((input, check): Value => {
      if (whenEmpty !== undefined && String(input).trim() === "") return whenEmpty;
      const found = read(String(input));
      const value = "plain" in found ? parse(found.plain) : undefined;
      if (value !== undefined) return value;
      const mistake = "mistake" in found ? found.mistake : undefined;
      check.addIssue({ code: "custom", message: mistake ?? message });
      return z.NEVER;
    });
}

/** A number within limits, with so many decimals at most. */
export function within({ least, most, decimals }: { least: number; most: number; decimals: number }) {
  return (plain: string): number | undefined => {
    const value = Number(plain);
    const places = plain.split(".")[1]?.replace(/0+$/, "").length ?? 0;
    return value >= least && value <= most && places <= decimals ? value : undefined;
  };
}

/**
 * Of a field of a form: its number; nothing where nothing is typed. What is no number becomes none, so that the schema's
 * own words are told; a known mistake has words of its own.
 */
export function numberIn(value: unknown, check?: z.RefinementCtx): unknown {
  if (typeof value !== "string") return value;
  if (value.trim() === "") return undefined;
  const read = readNumber(value);
  if ("plain" in read) return Number(read.plain);
  if (read.mistake === undefined) return Number.NaN;
  check?.addIssue({ code: "custom", message: read.mistake });
  return z.NEVER;
}
