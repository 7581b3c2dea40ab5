/** Where nothing else may be said. */
const SOMEWHERE = "UK";

/** A UK postcode, whole or its first half; anything with a digit in it says too much, too. */
const postcode = /^([a-z]{1,2}\d[a-z\d]?( ?\d[a-z]{2})?|gir ?0aa)$/i;

/** The end of a street's name: staff type addresses by hand, and a street without a number looks like a town. */
const street =
  /\b(avenue|ave|bank|close|court|crescent|drive|farm|gardens|green|grove|hill|house|lane|mews|park|place|rise|road|rd|row|square|street|st|terrace|view|walk|way|cottage|flat|unit|barn|yard)\.?$/i;

/**
 * The last address part that is not a postcode and does not start with a digit, else 'UK'. And since a board shows no
 * address: a part that is the whole address or its first line, ends like a street or has a digit or an @ in it becomes
 * 'UK', too.
 */
export function localityOf(customerAddress: string): string {
  const parts = customerAddress
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const found = parts.findLastIndex((part) => !postcode.test(part) && !/^\d/.test(part));
  const locality = parts[found] ?? "";
  if (found < 1 || /[\d@]/.test(locality) || street.test(locality)) return SOMEWHERE;
  return locality;
}

/** The first letters of a name's first and last word, in capitals: 'MA'. */
export function initialsOf(customerName: string): string {
  const words = customerName.match(/[\p{L}\p{M}][\p{L}\p{M}'’-]*/gu) ?? [];
  const shown = words.length > 1 ? [words[0], words.at(-1)] : words;
  return shown.map((word) => [...(word ?? "")][0]?.toLocaleUpperCase("en-GB")).join("") || "?";
}

/** How the community sees a customer. */
export function displayNameOf(customerName: string, customerAddress: string): string {
  return `${initialsOf(customerName)}, ${localityOf(customerAddress)}`;
}
