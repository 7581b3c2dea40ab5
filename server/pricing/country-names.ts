/** The three letters of ISO 3166 behind the two. */
const threeLetters =
  "ADAND AEARE AFAFG AGATG AIAIA ALALB AMARM AOAGO AQATA ARARG ASASM ATAUT AUAUS AWABW AXALA AZAZE BABIH BBBRB BDBGD " +
  "BEBEL BFBFA BGBGR BHBHR BIBDI BJBEN BLBLM BMBMU BNBRN BOBOL BQBES BRBRA BSBHS BTBTN BVBVT BWBWA BYBLR BZBLZ CACAN " +
  "CCCCK CDCOD CFCAF CGCOG CHCHE CICIV CKCOK CLCHL CMCMR CNCHN COCOL CRCRI CUCUB CVCPV CWCUW CXCXR CYCYP CZCZE DEDEU " +
  "DJDJI DKDNK DMDMA DODOM DZDZA ECECU EEEST EGEGY EHESH ERERI ESESP ETETH FIFIN FJFJI FKFLK FMFSM FOFRO FRFRA GAGAB " +
  "GBGBR GDGRD GEGEO GFGUF GGGGY GHGHA GIGIB GLGRL GMGMB GNGIN GPGLP GQGNQ GRGRC GSSGS GTGTM GUGUM GWGNB GYGUY HKHKG " +
  "HMHMD HNHND HRHRV HTHTI HUHUN IDIDN IEIRL ILISR IMIMN ININD IOIOT IQIRQ IRIRN ISISL ITITA JEJEY JMJAM JOJOR JPJPN " +
  "KEKEN KGKGZ KHKHM KIKIR KMCOM KNKNA KPPRK KRKOR KWKWT KYCYM KZKAZ LALAO LBLBN LCLCA LILIE LKLKA LRLBR LSLSO LTLTU " +
  "LULUX LVLVA LYLBY MAMAR MCMCO MDMDA MEMNE MFMAF MGMDG MHMHL MKMKD MLMLI MMMMR MNMNG MOMAC MPMNP MQMTQ MRMRT MSMSR " +
  "MTMLT MUMUS MVMDV MWMWI MXMEX MYMYS MZMOZ NANAM NCNCL NENER NFNFK NGNGA NINIC NLNLD NONOR NPNPL NRNRU NUNIU NZNZL " +
  "OMOMN PAPAN PEPER PFPYF PGPNG PHPHL PKPAK PLPOL PMSPM PNPCN PRPRI PSPSE PTPRT PWPLW PYPRY QAQAT REREU ROROU RSSRB " +
  "RURUS RWRWA SASAU SBSLB SCSYC SDSDN SESWE SGSGP SHSHN SISVN SJSJM SKSVK SLSLE SMSMR SNSEN SOSOM SRSUR SSSSD STSTP " +
  "SVSLV SXSXM SYSYR SZSWZ TCTCA TDTCD TFATF TGTGO THTHA TJTJK TKTKL TLTLS TMTKM TNTUN TOTON TRTUR TTTTO TVTUV TWTWN " +
  "TZTZA UAUKR UGUGA UMUMI USUSA UYURY UZUZB VAVAT VCVCT VEVEN VGVGB VIVIR VNVNM VUVUT WFWLF WSWSM YEYEM YTMYT ZAZAF " +
  "ZMZMB ZWZWE";

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
  JE: "Channel Islands, Channel Island, Channel Isles, Iles Anglo-Normandes, Jersey CI, Jerri, GBJ",
  GG: "Guernsey CI, Alderney, Aurigny, Sark, Sercq, Herm, Jethou, Brecqhou, Lihou, GBG, GBA",
  IM: "IOM, Is of Man, Mann, Mannin, Ellan Vannin, GBM",
  GI: "GBZ",
  AE: "UAE, Emirates, Dubai, Abu Dhabi",
  AG: "Antigua",
  AL: "Shqiperia",
  AT: "Oesterreich",
  AU: "Aus, Aust, New South Wales, NSW",
  BA: "Bosnia",
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
  FR: "French Republic, Republique francaise",
  GR: "Hellas, Ellada, Hellenic Republic, Gre",
  HK: "Hong Kong, HKSAR, 香港",
  HR: "Cro",
  IE: "Eire, ROI, Southern Ireland",
  IN: "Bharat",
  JP: "Nippon, Nihon",
  KN: "St Kitts",
  KP: "DPRK, N Korea, Democratic Peoples Republic of Korea",
  KR: "Korea, S Korea, ROK, Hanguk",
  LA: "Lao PDR, Lao Peoples Democratic Republic",
  LK: "Ceylon",
  LU: "Letzebuerg",
  MK: "Macedonia, FYROM, Makedonija",
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
  SY: "Syrian Arab Republic",
  SZ: "Swaziland",
  TC: "TCI",
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

/** "U.K., the Côte-d’Or" as words: "uk, the cote dor". */
export function plain(text: string): string {
  return text
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

const keyOf = (text: string): string => plain(text).replaceAll(/[^\p{L}]/gu, "");

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
  for (const pair of threeLetters.split(" ")) learn(known, pair.slice(2), pair.slice(0, 2));
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

/** Without its dots it is Nicaragua's code. */
const ABBREVIATED_NORTH = /^\s*N\.\s?I\.?\s*$/i;

/** The code of a country by its name or an abbreviation, its full style included. */
export function codeOfName(name: string): string | undefined {
  if (ABBREVIATED_NORTH.test(name)) return "GB";
  const text = plain(name);
  const keys = [text, text.replace(/^the /, ""), text.replace(STYLE, "")].map(keyOf);
  const codeIn = (known: Map<string, string>) =>
    keys.map((key) => known.get(key)).find((code) => code !== undefined);
  return codeIn(knownNames()) ?? codeIn(namesAbroad());
}

/** Words that mean the United Kingdom wherever they stand, but for places that were named after it. */
const HOME = /\b(kingdom|uk|gb|britain|england|scotland|wales|cymru|northern ireland|n ireland)\b/;
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
  return /^(the )?channel is(lands?|les)\b/.test(plain(country));
}

/** Whether a text names Northern Ireland alone, which has its own postcodes' area. */
export function isNorthernIreland(country: string): boolean {
  if (ABBREVIATED_NORTH.test(country)) return true;
  const text = plain(country);
  return (
    /\b(n|nth|northern) ireland\b|\bireland northern\b|\bulster\b|\bgb nir\b/.test(
      text.replaceAll(",", ""),
    ) && !/\b(great )?britain\b|\bgb and\b/.test(text)
  );
}
