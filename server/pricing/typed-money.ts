import { z } from "zod";
import { typedNumber } from "#server/core/typed-number.schema.ts";
import { readMoney } from "#server/core/typed-number.ts";
import { type Pence, parsePounds } from "./money.ts";

interface Amounts {
  least: Pence;
  most: Pence;
}

/** An amount of money as a script sends it or as somebody typed it, to pence. */
export function amountOfMoney(message: string, { least, most }: Amounts) {
  return typedNumber({
    message,
    read: readMoney,
    number: z.number().meta({ minimum: least / 100, maximum: most / 100 }),
    parse: (plain) => {
      const pence = parsePounds(plain);
      return pence !== undefined && pence >= least && pence <= most ? pence : undefined;
    },
  });
}

/** The amount that is typed so far, in pence; undefined while it is none. */
export function penceTyped(text: string): Pence | undefined {
  const read = readMoney(text);
  return "plain" in read ? parsePounds(read.plain) : undefined;
}
