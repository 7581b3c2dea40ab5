/** A number as somebody typed it, as a plain decimal ("-1500.5"), or what is wrong with it; no words for what is none. */
export type TypedNumber = { plain: string } | { mistake: string | undefined };

/** Commas, or the spaces of a metric table, between thousands; "0,500" is no thousand but somebody's half. */
const grouped = /^([1-9]\d{0,2})((?:,\d{3})+|(?: \d{3})+)(\.\d+)?$/;
const plain = /^(?:\d+(?:\.\d*)?|\.\d+)$/;
/** Decimals after a comma, with or without points, spaces or apostrophes between thousands. */
const decimalComma = /^(?:\d+|\d{1,3}(?:[. '’]\d{3})+),\d+$/;
const CURRENCY = /^(-?) ?(£|€|US\$|\$|GBP|EUR|USD) ?(?=[\d.-])/i;

/**
 * Reads a number as people in Britain type it, for every field of the shop: a point before the decimals, a comma
 * between thousands. "1,500" is 1500; "1,5" and "1.500,5" are refused, as nobody can know what else was meant.
 */
export function readNumber(typed: string): TypedNumber {
  // A calculator's window and web pages copy marks that nobody sees along with a number.
  const text = typed
    .replaceAll(/\p{Cf}/gu, "")
    .trim()
    .replaceAll(/[\u00A0\u2007\u2009\u202F]/g, " ")
    .replace(/^[\u2212\u2013]/, "-");
  const [, sign = "", digits = ""] = /^([+-]?) ?(.*)$/s.exec(text) ?? [];
  const minus = sign === "-" ? "-" : "";
  if (plain.test(digits)) return { plain: `${minus}${wholeText(digits)}` };
  if (grouped.test(digits)) return { plain: `${minus}${digits.replaceAll(/[, ]/g, "")}` };
  if (decimalComma.test(digits)) {
    const meant = digits.replaceAll(/[. '’]/g, "").replace(",", ".");
    return { mistake: `Write ${minus}${meant} with a point: a comma stands between thousands, as in 1,500` };
  }
  if (/^\d+(?:[.,]\d+)?e[+-]?\d+$/i.test(digits)) {
    return { mistake: `Write the number in full, not as ${text}` };
  }
  const money = CURRENCY.exec(text) ?? /\d ?([£€$]|GBP|EUR|USD|p)$/i.exec(text);
  const unit =
    money?.[2] ?? money?.[1] ?? /^[-+]?[\d.,\s]*\d ?([^\d\s.,:;/-][^\d]{0,19}?[23]?)$/.exec(text)?.[1];
  return { mistake: unit === undefined ? undefined : `Write the number alone, without “${unit.trim()}”` };
}

/** The same for money: the sign of a currency may stand before it. */
export function readMoney(typed: string): TypedNumber {
  return readNumber(
    typed
      .replaceAll(/\p{Cf}/gu, "")
      .trim()
      .replace(CURRENCY, "$1"),
  );
}

/** ".5" as "0.5", "5." as "5". */
function wholeText(digits: string): string {
  return digits.replace(/^\./, "0.").replace(/\.$/, "");
}
