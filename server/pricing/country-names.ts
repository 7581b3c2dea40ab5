/** The three letters of ISO 3166, behind the two where they do not begin with them. */
const threeLetters =
  "AFG AIA ALB ARG ASM AUS AZE BEL BFA BGR BHR BLM BMU BOL BRA BTN BVT BWA CAN CCK CHE CIV CMR COL CRI CUB CXR CYP " +
  "CZE DEU DJI DMA DOM DZA ECU EGY ERI ESP ETH FIN FJI FRA GAB GBR GEO GGY GHA GIB GMB GRC GTM GUM HKG HMD HND HRV " +
  "HTI HUN IDN IMN IND IOT IRN ISL ITA JEY JOR JPN KEN KGZ KHM KIR KNA KWT LAO LBN LCA LIE LKA LSO LTU LUX LVA MAR " +
  "MCO MDA MHL MKD MLI MMR MNG MRT MSR MUS MWI MYS NAM NCL NER NFK NGA NIC NLD NOR NPL NRU NZL OMN PAN PER PHL PRI " +
  "PSE QAT REU ROU RUS RWA SAU SDN SGP SHN SJM SLE SMR SOM SSD STP SXM SYR TCA TGO THA TJK TKL TLS TON TTO TWN TZA " +
  "UGA UMI USA UZB VAT VCT VEN VGB VIR VNM VUT WSM YEM ZAF ZMB ZWE ADAND AEARE AGATG AMARM AOAGO AQATA ATAUT AWABW " +
  "AXALA BABIH BBBRB BDBGD BIBDI BJBEN BNBRN BQBES BSBHS BYBLR BZBLZ CDCOD CFCAF CGCOG CKCOK CLCHL CNCHN CVCPV " +
  "CWCUW DKDNK EEEST EHESH FKFLK FMFSM FOFRO GDGRD GFGUF GLGRL GNGIN GPGLP GQGNQ GSSGS GWGNB GYGUY IEIRL ILISR " +
  "IQIRQ JMJAM KMCOM KPPRK KRKOR KYCYM KZKAZ LRLBR LYLBY MEMNE MFMAF MGMDG MOMAC MPMNP MQMTQ MTMLT MVMDV MXMEX " +
  "MZMOZ NUNIU PFPYF PGPNG PKPAK PLPOL PMSPM PNPCN PTPRT PWPLW PYPRY RSSRB SBSLB SCSYC SESWE SISVN SKSVK SNSEN " +
  "SRSUR SVSLV SZSWZ TDTCD TFATF TMTKM TNTUN TRTUR TVTUV UAUKR UYURY WFWLF YTMYT";

/** Names, abbreviations and spellings in Latin letters that Intl does not have, by the code of what they mean. */
const otherNames: Record<string, string> = {
  GB:
    "United Kingdom of Great Britain and Northern Ireland, Great Britain, Gt Britain, Britain, Brit, England, Scotland, " +
    "Wales, Northern Ireland, N Ireland, Nth Ireland, Ulster, Cymru, Alba, Lloegr, GB-ENG, GB-SCT, GB-WLS, GB-NIR, " +
    "GB-UKM, GB-GBN, Wight, IOW, Scilly, Scilly Isles, Scillies, Scilly Islands, Anglesey, Ynys Mon, Orkney, Orkneys, " +
    "Orkney Islands, Shetland, Shetlands, Shetland Islands, Shetland Isles, Zetland, Hebrides, Outer Hebrides, " +
    "Inner Hebrides, Western Isles, Na h-Eileanan Siar, Eilean Siar, Skye, Mull, Islay, Jura, Arran, Bute, Lewis, " +
    "Harris, Lewis and Harris, Uist, North Uist, South Uist, Barra, Benbecula, Tiree, Coll, Iona, Colonsay, Raasay, " +
    "Gigha, Eigg, Cumbrae, Great Cumbrae, Lismore, Lundy, Lundy Island, Lindisfarne, Holy Island, Sheppey, " +
    "Hayling Island, Canvey Island, Mersea Island, Walney Island, Rathlin, Rathlin Island, " +
    "Fair Isle, Unst, Yell, Foula, Hoy, Bryher, Tresco, St Marys, St Agnes, St Martins, BFPO, " +
    "British Forces Post Office, British Forces, Kernow, Grossbritannien",
  JE: "Channel Islands, Channel Island, Channel Isles, Channel Is, Iles Anglo-Normandes, Jersey CI, Jerri, GBJ",
  GG: "Guernsey CI, Alderney, Aurigny, Sark, Sercq, Herm, Jethou, Brecqhou, Lihou, GBG, GBA",
  IM: "IOM, Is of Man, Mann, Mannin, Ellan Vannin, GBM",
  GI: "GBZ",
  AE: "UAE, Emirates, Dubai, Abu Dhabi",
  AG: "Antigua",
  AL: "Shqiperia",
  AT: "Oesterreich",
  AU: "Aus, Aust, New South Wales, NSW",
  BA: "Bosnia, Bosnia-Herzegovina",
  BN: "Brunei Darussalam",
  CD: "DRC, DR Congo, Democratic Republic of the Congo, Zaire",
  CG: "Congo, Republic of the Congo",
  CH: "Swiss Confederation, Helvetia, SUI",
  CI: "Ivory Coast",
  CN: "PRC, PR China, Zhongguo, Mainland China",
  CV: "Cape Verde",
  CY: "Kypros, Kibris",
  CZ: "Czech Republic, Czech Rep, Ceska republika",
  DE: "Ger, BRD, FRG, Bundesrepublik Deutschland",
  DK: "Den",
  DO: "Dominican Rep",
  EG: "Misr",
  FK: "Falklands",
  FM: "Micronesia",
  FO: "Faroes",
  FR: "French Republic, Republique francaise",
  GR: "Hellas, Ellada, Hellenic Republic, Gre",
  GS: "South Georgia",
  HK: "Hong Kong, HKSAR, 香港",
  HR: "Cro",
  IE: "Eire, ROI, Irish Republic, Southern Ireland",
  IN: "Bharat",
  IO: "BIOT",
  JP: "Nippon, Nihon",
  KG: "Kyrgyz Republic",
  KN: "St Kitts",
  KP: "DPRK, N Korea, Democratic Peoples Republic of Korea",
  KR: "Korea, S Korea, ROK, Hanguk",
  LA: "Lao PDR, Lao Peoples Democratic Republic",
  LK: "Ceylon",
  LU: "Letzebuerg",
  MK: "Macedonia, FYROM, FYR Macedonia, Makedonija",
  MM: "Burma",
  MO: "Macau, Macao",
  NL: "Holland, Ned",
  NZ: "Aotearoa",
  PN: "Pitcairn",
  PS: "Palestine",
  PT: "Por",
  RS: "Srbija",
  RU: "Russian Federation, Rossiya, Rossija",
  SA: "KSA",
  SH: "Ascension, Ascension Island, Tristan da Cunha",
  SK: "Slovak Republic",
  SY: "Syrian Arab Republic",
  SZ: "Swaziland",
  TC: "TCI, Turks and Caicos",
  TL: "East Timor",
  TR: "Turkey, Turkiye, Tuerkiye",
  TT: "Trinidad, Tobago",
  TW: "ROC, Republic of China, Chinese Taipei, Formosa",
  TZ: "Tanzania",
  UA: "Ukraina, Ukrayina",
  US: "America, US of A, The States, EEUU, EUA, New England, New Jersey",
  VA: "Vatican, Holy See",
  VC: "St Vincent",
  VG: "BVI",
  VI: "USVI",
  ZA: "RSA, Suid-Afrika",
};

/** Languages in which countries of several languages, and others' countries, are often written. */
const languages = ["fr", "de", "es", "it", "nl", "pt", "pl", "sv", "ga", "cy"];

/** Codes that Intl names but that are no country: unions, test regions, reserved ones. */
const noCountries = new Set(["FX", "EU", "EZ", "UN", "QO", "XA", "XB", "ZZ", "AN", "CS", "NT", "PC"]);

/** Letters that have no simpler form by Unicode's tables. */
const simpler: Record<string, string> = {
  ø: "o",
  æ: "ae",
  œ: "oe",
  ł: "l",
  ı: "i",
  đ: "d",
  ð: "d",
  þ: "th",
  ß: "ss",
};

/**
 * "U.K., the Côte-d’Or" as words: "uk, the cote dor". Without their dots N.I. and C.I. are the codes of Nicaragua and
 * the Ivory Coast.
 */
export function plain(text: string): string {
  return text
    .replace(/^\s*N\.\s?I\.?\s*$/i, "Northern Ireland")
    .replace(/^\s*C\.\s?I\.?\s*$/i, "Channel Islands")
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[\p{M}\p{Cf}.'’‘ʻʼ]/gu, "")
    .replaceAll(/[øæœłıđðþß]/g, (letter) => simpler[letter] ?? letter)
    .replaceAll("&", " and ")
    .replaceAll(/\bst(e)?\b/g, "saint")
    .replaceAll(/\brep (?=of )/g, "republic ")
    .replaceAll(/[-‐-―_\s]+/g, " ")
    .trim();
}

/** "W1S" is no Samoa, and "N/A" no Namibia. */
const keyOf = (text: string): string => plain(text).replaceAll(/[^\p{L}\d/]/gu, "");

let codesByName: Map<string, string> | undefined;
let codesAbroad: Map<string, string> | undefined;

/** All that are countries. */
function allCodes(): string[] {
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  const english = namesIn("en-GB");
  return (
    letters
      .flatMap((first) => letters.map((second) => first + second))
      // Withdrawn codes are written as what came after them.
      .filter((code) => Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`)
      .filter((code) => !noCountries.has(code) && english.of(code) !== undefined)
  );
}

/** Learns a name, unless it means something already. */
function learn(known: Map<string, string>, name: string | undefined, code: string): void {
  const key = keyOf(name ?? "");
  if (key !== "" && !known.has(key)) known.set(key, code);
}

/** The codes, abbreviations and English names. */
function knownNames(): Map<string, string> {
  if (codesByName) return codesByName;
  const known = new Map<string, string>();
  const codes = allCodes();
  for (const code of codes) learn(known, code, code);
  learn(known, "UK", "GB");
  for (const word of threeLetters.split(" ")) learn(known, word.slice(-3), word.slice(0, 2));
  for (const [code, names] of Object.entries(otherNames)) {
    for (const name of names.split(", ")) learn(known, name, code);
  }
  const english = namesIn("en-GB");
  for (const code of codes) {
    learn(known, english.of(code), code);
    learn(known, english.of(code)?.replace(/\(.*\)/, ""), code);
  }
  codesByName = known;
  return known;
}

/** The names in each country's own language, by itself because it takes a tenth of a second. */
function namesAbroad(): Map<string, string> {
  if (codesAbroad) return codesAbroad;
  const known = new Map<string, string>();
  const codes = allCodes();
  for (const code of codes) {
    const own = namesIn(new Intl.Locale(`und-${code}`).maximize().language);
    learn(known, own.of(code), code);
    learn(known, own.of("GB"), "GB");
  }
  for (const names of languages.map(namesIn)) for (const code of codes) learn(known, names.of(code), code);
  codesAbroad = known;
  return known;
}

function namesIn(language: string): Intl.DisplayNames {
  return new Intl.DisplayNames([language, "en-GB"], { type: "region", fallback: "none" });
}

/** "Kingdom of Norway", "the Republic of Ireland", "Isle of Wight", "Bailiwick of Jersey". */
const STYLE =
  /^(the )?([a-z]+ )?(kingdom|republic|commonwealth|principality|grand duchy|sultanate|federation|bailiwick|states|isles?|islands?) of (the )?/;

/** The code of a country by its name or an abbreviation, its full style included. */
export function codeOfName(name: string): string | undefined {
  const text = plain(name);
  const keys = [text, text.replace(/^the /, ""), text.replace(STYLE, "")].map(keyOf);
  const codeIn = (known: Map<string, string>) =>
    keys.map((key) => known.get(key)).find((code) => code !== undefined);
  return codeIn(knownNames()) ?? codeIn(namesAbroad());
}

/** Words that mean the United Kingdom wherever they stand, but for places that were named after it. */
const HOME = /\b(kingdom|united k\w+|uk|gb|brit(ai|ia)n|england|scotland|wales|cymru|n(orthern)? ire?land)\b/;
const ABROAD = /\bnew (england|south wales|britain)\b/;
const HOME_OR_ISLANDS = /\b(united kingdom|great britain|uk|gb|ci|channel islands?|british)\b/g;
/** What belongs to the Crown and is no part of the United Kingdom, though people write that beside it. */
const dependencies = new Set([
  "JE",
  "GG",
  "IM",
  "GI",
  "FK",
  "SH",
  "BM",
  "KY",
  "VG",
  "TC",
  "MS",
  "AI",
  "PN",
  "IO",
  "GS",
]);

function codeOfPiece(piece: string): string | undefined {
  const named = codeOfName(piece);
  if (named !== undefined) return named;
  const island = codeOfName(piece.replaceAll(HOME_OR_ISLANDS, ""));
  if (island !== undefined && dependencies.has(island)) return island;
  return HOME.test(piece) && !ABROAD.test(piece) ? "GB" : undefined;
}

/**
 * The ISO 3166 alpha-2 code of a country as people write it ("U.K.", "Deutschland", "Milwaukee, USA"), or null for an
 * unknown one: of a list the last that names a country, but a dependency of the Crown before what it depends on.
 */
export function countryCodeOf(country: string): string | null {
  const pieces = country
    .split(/[,;:/()|\n]|\s[-–]\s/)
    .map(plain)
    .filter((piece) => piece !== "");
  if (pieces.length === 0) return null;
  // "Korea, Republic of", as lists are sorted.
  const sorted = pieces.length === 2 ? codeOfName(pieces.toReversed().join(" ")) : undefined;
  const whole = codeOfName(country) ?? sorted;
  if (whole !== undefined) return whole;
  const named = pieces.map((piece) => ({ piece, code: codeOfPiece(piece) }));
  const last = named.findLast(({ code }) => code !== undefined)?.code ?? null;
  if (last !== "GB" && last !== "CI" && last !== "JE") return last;
  const islands = named.filter(({ code }) => code !== undefined && dependencies.has(code));
  return (islands.findLast(({ piece }) => !isChannelIslands(piece)) ?? islands.at(-1))?.code ?? last;
}

/** Whether a country that somebody named takes in a place of that code: the Channel Islands are two. */
export function namesCountry(country: string, code: string): boolean {
  const named = countryCodeOf(country);
  return named === code || (named === "JE" && code === "GG" && isChannelIslands(country));
}

/** Whether Jersey or Guernsey is meant, and not said which. */
export function isChannelIslands(country: string): boolean {
  return /^(the )?channel is(lands?|les)?\b/.test(plain(country));
}

/** Whether a text names Northern Ireland alone, which has its own postcodes' area. */
export function isNorthernIreland(country: string): boolean {
  const text = plain(country);
  return (
    /\bn(th|orthern)? ire?land\b|\bireland northern\b|\bulster\b|\bgb nir\b/.test(text.replaceAll(",", "")) &&
    !/\b(great )?britain\b|\bgb and\b/.test(text)
  );
}
