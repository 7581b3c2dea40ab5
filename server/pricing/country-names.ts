/** Names that people write and that are not the country's English name. */
const otherNames: Record<string, string> = {
  usa: "US",
  "united states of america": "US",
  america: "US",
  "republic of ireland": "IE",
  eire: "IE",
  holland: "NL",
  "the netherlands": "NL",
  deutschland: "DE",
  "czech republic": "CZ",
  turkey: "TR",
  swaziland: "SZ",
  "new south wales": "AU",
  "new england": "US",
};

/** Codes that Intl names but that are no country: unions, test regions, withdrawn and reserved ones. */
const noCountries = new Set(["FX", "UK", "DD", "SU", "YU", "EU", "EZ", "UN", "QO", "XA", "XB", "ZZ"]);

let codesByName: Map<string, string> | undefined;

function knownNames(): Map<string, string> {
  if (codesByName) return codesByName;
  codesByName = new Map(Object.entries(otherNames));
  const names = new Intl.DisplayNames("en-GB", { type: "region", fallback: "none" });
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
    const name = noCountries.has(code) ? undefined : names.of(code);
    if (!name) continue;
    for (const text of [code.toLowerCase(), name.toLowerCase()]) {
      if (!codesByName.has(text)) codesByName.set(text, code);
    }
  }
  return codesByName;
}

/** The pieces of "Milwaukee WI, United States", in lower case. */
export function piecesOf(country: string): string[] {
  const pieces = country.toLowerCase().split(/[,;/()]|\s[-–]\s/);
  return pieces.map((piece) => piece.replaceAll(/[-\s]+/g, " ").trim()).filter((piece) => piece !== "");
}

/** The ISO 3166 alpha-2 code of a country by its name or code, its full style as a kingdom included. */
export function codeOfName(name: string): string | undefined {
  const text = name.trim().toLowerCase();
  const plain = text.replace(/^(the )?([a-z]+ )?kingdom of (the )?/, "");
  return knownNames().get(text) ?? knownNames().get(plain) ?? knownNames().get(text.replace(/^the /, ""));
}

/** The country that a text names as a whole or, the last first, in one of its pieces. */
export function codeNamedIn(country: string): string | undefined {
  const codes = piecesOf(country).map(codeOfName);
  return codeOfName(country) ?? codes.findLast((code) => code !== undefined);
}
