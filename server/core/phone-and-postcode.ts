/*
 * Telephone numbers and postcodes are typed in many spellings and stay stored as they were typed. The indexes of tables
 * and the searches go by the expressions of this file, and what somebody looks for is read in the same way.
 */

/** Fewer digits than a local number has end too many numbers. */
const LEAST_PHONE_DIGITS = 6;
/**
 * So many end every spelling of a British number, with 0, +44 or 0044 before them: the shortest have no more without
 * the 0.
 */
const LAST_PHONE_DIGITS = 9;

/** Digits with what people put between those of one number: words, commas and slashes begin something else. */
const ONE_NUMBER = /(?:\+[\s([]*)?\d(?:[^\p{L}\d,;#&/|+]*\d){5,}/u;
/** Behind the few digits of an area a slash belongs to the number: 01584/900900, +44 (0)1584/900900. */
const SLASH_BEHIND_AREA = /^(\D*?(?:\+\d{2}\D*(?:0\D*)?)?(?:\d\D?){2,5})\/(?=\s*\d)/;
/** No British number has more, with its 0: what follows is another one, or an extension. */
const LONGEST_BRITISH = 11;

/**
 * As carriers take them: the digits of the first number alone, "+44 7700 900123" and "+44 (0)7700 900123" as
 * 07700900123, other countries with 00. Of what is too short for a number all digits.
 */
export function dialledDigits(phone: string): string {
  const typed = phone
    .normalize("NFKC")
    .replaceAll(/\p{Cf}/gu, "")
    .replace(SLASH_BEHIND_AREA, "$1 ");
  const [first] = ONE_NUMBER.exec(typed) ?? [typed];
  const digits = first
    .replace(/^\+/, "00")
    .replace(/\( *0 *\)/, "")
    .replaceAll(/\D/g, "");
  const dialled = digits.replace(/^(?:0044|44(?=0?\d{10}))0?/, "0");
  return /^0[1-9]/.test(dialled) ? dialled.slice(0, LONGEST_BRITISH) : dialled;
}

/** Where a telephone number leads that somebody taps, from abroad too where it was written with its country. */
export function telephoneLink(phone: string): string {
  const digits = dialledDigits(phone);
  if (!/^\D*(\+|00|44)/.test(phone)) return `tel:${digits}`;
  return `tel:${digits.replace(/^00?/, (zeros) => (zeros === "00" ? "+" : "+44"))}`;
}

/** Where an address leads that somebody taps: its @ is no part of what has to be encoded (RFC 6068, section 2). */
export function mailLink(email: string): string {
  return `mailto:${encodeURIComponent(email).replaceAll("%40", "@")}`;
}

/** SQL: the digits of a telephone number from the last to the first, so that an index knows how it ends. */
export function phoneFromItsEnd(column: string): string {
  return `reverse(regexp_replace(${column}, '[^0-9]', '', 'g'))`;
}

/** SQL: a postcode in capitals without spaces. */
export function postcodeInCapitals(column: string): string {
  return `upper(regexp_replace(${column}, '[^a-zA-Z0-9]', '', 'g'))`;
}

/** SQL: the last part of a text with the form of a British postcode; null where there is none. */
export function postcodeInText(column: string): string {
  return `substring(${column} from '.*\\m([a-zA-Z]{1,2}[0-9][a-zA-Z0-9]?[ ]?[0-9][a-zA-Z]{2})\\M')`;
}

/** Whether a text has nothing but digits and what people put between those of a telephone number. */
export function isDigitsOfPhone(text: string): boolean {
  return /^(tel:)?[+\d\s()./\p{Pd}]+$/iu.test(text);
}

/**
 * The beginning of `phoneFromItsEnd` for the telephone number, or the end of one, that a text is; null for any other
 * text. "+44 7700 900674", "07700 900674" and "900674" all find the same number.
 */
export function readPhoneFromItsEnd(text: string): string | null {
  if (!isDigitsOfPhone(text)) return null;
  const digits = text.replace(/\D/g, "");
  if (digits.length < LEAST_PHONE_DIGITS) return null;
  return [...digits.slice(-LAST_PHONE_DIGITS)].reverse().join("");
}

/** The beginning of `postcodeInCapitals` that a text may be; null where it cannot be one of any country. */
export function readPostcode(text: string): string | null {
  const typed = text.trim().toUpperCase();
  const isOne = /^([A-Z0-9]{2,8}|[A-Z0-9]{1,5}[\s-]+[A-Z0-9]{1,5})$/.test(typed) && /\d/.test(typed);
  return isOne ? typed.replace(/[\s-]/g, "") : null;
}

/** Whether a text is a British postcode, or the first part of one such as "WR14", rather than a word. */
export function isBritishPostcode(text: string): boolean {
  return /^[a-z]{1,2}\d[a-z\d]?\s*(\d[a-z]{0,2})?$/i.test(text.trim());
}
