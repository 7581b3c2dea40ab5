import { codeOfName, countryCodeOf, isChannelIslands, isNorthernIreland, plain } from "./country-names.ts";
import { isBritishPostcode, normalPostcode } from "./postcode.ts";

/** Where something goes. */
export interface Place {
  /** As people write it. */
  country: string;
  postcode?: string | undefined;
}

/** The first half of a British postcode: area, district and what may follow it. */
interface Outward {
  area: string;
  district: number | null;
}

/** A place as zones know it: a country, and in the British Isles a postcode's first half. */
export interface LocatedPlace extends Place {
  /** ISO 3166 alpha-2; the Crown dependencies have their own. Null for a country that nobody knows. */
  code: string | null;
  /** Null where no postcode, or none of the British form, is known. */
  outward: Outward | null;
}

/** The areas of postcodes that are no part of the United Kingdom, as Royal Mail writes them. */
const countriesOfAreas: Record<string, string> = {
  ...{ JE: "JE", GY: "GG", IM: "IM", GX: "GI" },
  ...{
    ASCN: "SH",
    BBND: "IO",
    BIQQ: "AQ",
    FIQQ: "FK",
    PCRN: "PN",
    SIQQ: "GS",
    STHL: "SH",
    TDCU: "SH",
    TKCA: "TC",
  },
};
/** The country of an area of postcodes. */
export function countryOfArea(area: string): string {
  return countriesOfAreas[area] ?? "GB";
}

/** Places that a postcode's area names by itself. */
const areasOfCountries: Record<string, string> = { JE: "JE", GG: "GY", IM: "IM", GI: "GX" };
export const NORTHERN_IRELAND = "BT";
/** The Forces' own, written "BFPO 57" or "BF1 3AA". */
const FORCES = "BFPO";

const OUTWARD = /^([A-Z]{4}|[A-Z]{1,2}(?=\d))(\d{1,2})?[A-Z]?$/;

/** "ZE1" of "ZE1 0AA" or "ze1"; null where it has not the form of one. */
export function outwardCodeOf(postcode: string): string | null {
  const [outward = ""] = normalPostcode(postcode.trim()).toUpperCase().split(" ");
  const area = OUTWARD.exec(outward)?.[1];
  if (area === undefined) return null;
  return area.length < 4 || area === FORCES || area in countriesOfAreas ? outward : null;
}

/**
 * Where that is. A postcode of an island decides, as people there write it beside "United Kingdom"; and a whole British
 * postcode beside a country that nobody knows, or beside one that people in Northern Ireland and on the Channel Islands
 * write: Ireland, NI and CI.
 */
export function locate(place: Place): LocatedPlace {
  const { country, postcode = "" } = place;
  const code = countryCodeOf(country);
  const typed = outwardCodeOf(postcode);
  const outward = typed === null ? null : parseOutward(typed);
  const isMisread = /^((IE|NI)BT|CI(JE|GY))$/.test(`${code}${outward?.area}`);
  const isBritish = code === "GB" || (code !== null && code in areasOfCountries);
  if (outward && (isBritish || ((code === null || isMisread) && isBritishPostcode(postcode)))) {
    return { ...place, code: countryOfArea(outward.area), outward };
  }
  if (!isBritish || isChannelIslands(country)) return { ...place, code, outward: null };
  const area = areasOfCountries[code ?? ""] ?? (isNorthernIreland(country) ? NORTHERN_IRELAND : null);
  return { ...place, code, outward: area === null ? null : { area, district: null } };
}

/** Whether a place is in the United Kingdom (docs/rules.md#delivery-2). */
export function isInUnitedKingdom({ code }: LocatedPlace): boolean {
  return code === "GB";
}

function parseOutward(outward: string): Outward | null {
  const parts = OUTWARD.exec(outward);
  if (!parts?.[1]) return null;
  return {
    area: parts[1] === "BF" ? FORCES : parts[1],
    district: parts[2] === undefined ? null : Number(parts[2]),
  };
}

/** One entry of a zone: a country, an area of postcodes, or districts of one. */
export type ZoneEntry =
  | { kind: "country"; code: string }
  | { kind: "area"; area: string }
  | { kind: "districts"; area: string; from: number; to: number };

/**
 * How closely an entry names a place: 3 by its districts, 2 by its area, 1 by its country, 0 not at all. Numbers of
 * Forces Post Offices are in no country.
 */
function closenessOf(entry: ZoneEntry, { code, outward }: LocatedPlace): 0 | 1 | 2 | 3 {
  if (entry.kind === "country") return entry.code === code && outward?.area !== FORCES ? 1 : 0;
  if (!outward || entry.area !== outward.area) return 0;
  if (entry.kind === "area") return 2;
  const { district } = outward;
  return district !== null && district >= entry.from && district <= entry.to ? 3 : 0;
}

/** The zone that names a place most closely; the first of several. */
export function zoneOf<Zone extends { entries: readonly ZoneEntry[] }>(
  zones: readonly Zone[],
  place: LocatedPlace,
): Zone | undefined {
  let found: Zone | undefined;
  let closest = 0;
  for (const zone of zones) {
    const closeness = Math.max(0, ...zone.entries.map((entry) => closenessOf(entry, place)));
    if (closeness <= closest) continue;
    closest = closeness;
    found = zone;
  }
  return found;
}

/**
 * Whether only a postcode tells the zone of a place: it is in the British Isles, its postcode is not known, and some
 * zone is of postcodes there.
 */
export function waitsForPostcode(
  zones: readonly { entries: readonly ZoneEntry[] }[],
  { code, outward }: LocatedPlace,
): boolean {
  if (code !== "GB" && (code === null || !(code in areasOfCountries))) return false;
  const entries = zones.flatMap((zone) => zone.entries);
  if (!outward) return entries.some((entry) => entry.kind !== "country");
  return (
    outward.district === null &&
    entries.some((entry) => entry.kind === "districts" && entry.area === outward.area)
  );
}

// Apart from delivery-zones.ts: only staff write zones, and the checkout's page weighs less without this.

/** All areas of postcodes in the British Isles, and the Forces' own. */
const areas = new Set(
  (
    "AB AL B BA BB BD BF BFPO BH BL BN BR BS BT CA CB CF CH CM CO CR CT CV CW DA DD DE DG DH DL DN DT DY E EC EH EN EX " +
    "FK FY G GL GU GX GY HA HD HG HP HR HS HU HX IG IM IP IV JE KA KT KW KY L LA LD LE LL LN LS LU M ME MK ML N NE NG " +
    "NN NP NR NW OL OX PA PE PH PL PO PR RG RH RM S SA SE SG SK SL SM SN SO SP SR SS ST SW SY TA TD TF TN TQ TR TS " +
    "TW UB W WA WC WD WF WN WR WS WV YO ZE"
  ).split(" "),
);

/** The postcodes of parts of a country that people write by their name. */
const parts: Record<string, string> = {
  "northern ireland": "BT",
  "n ireland": "BT",
  "isle of wight": "PO30-41",
  "isles of scilly": "TR21-25",
  "isle of anglesey": "LL58-78",
  anglesey: "LL58-78",
  orkney: "KW15-17",
  "orkney islands": "KW15-17",
  shetland: "ZE",
  "shetland islands": "ZE",
  "outer hebrides": "HS",
  "western isles": "HS",
  "channel islands": "JE, GY",
  "channel is": "JE, GY",
  alderney: "GY9",
  sark: "GY10",
};
/** All that is in the whole country, so that nobody means it by a part. */
const whole = /^(the )?(uk|gb|gbr|united kingdom.*|great britain)$/;

/** The entries of a zone's text ("IV, KW15-17, Isle of Man"), and what in it names no place. */
export function parseZone(text: string): { entries: ZoneEntry[]; unknown: string[] } {
  const entries: ZoneEntry[] = [];
  const unknown: string[] = [];
  for (const piece of text.split(/[,;\n]/).map((part) => part.trim())) {
    if (piece === "") continue;
    const named = parts[plain(piece)];
    const read = named === undefined ? [parseEntry(piece)] : named.split(", ").map(parseEntry);
    for (const entry of read) if (entry) entries.push(entry);
    if (read.includes(null)) unknown.push(piece);
  }
  return { entries, unknown };
}

const CODES = /^(BFPO|[A-Z]{1,2})(?:(\d{1,2})(?:\s*[-–]\s*(?:\1)?(\d{1,2}))?)?$/;

function parseEntry(piece: string): ZoneEntry | null {
  if (whole.test(plain(piece))) return { kind: "country", code: "GB" };
  const [code, area, from, to] = CODES.exec(piece.toUpperCase()) ?? [];
  if (code !== undefined && area !== undefined && areas.has(area)) {
    // The Forces' numbers are no districts.
    if (area === "BF" || area === FORCES) return { kind: "area", area: FORCES };
    if (from === undefined) return { kind: "area", area };
    const districts = { from: Number(from), to: Number(to ?? from) };
    return districts.from <= districts.to ? { kind: "districts", area, ...districts } : null;
  }
  const country = codeOfName(piece);
  // A part of the United Kingdom is not all of it.
  return country === undefined || country === "GB" ? null : { kind: "country", code: country };
}

/** Goods sent there from Great Britain are supplied as at home: Northern Ireland is in GB here. */
const sameTerritory = new Set(["GB", "IM"]);

/**
 * Whether goods sent there leave the United Kingdom as VAT sees it (VAT Notice 703): the Channel Islands, the European
 * Union and all other countries. Great Britain, Northern Ireland and the Isle of Man are home, and so is what names no
 * place that we know: nobody could show that goods have gone there.
 */
export function isExportTo({ code }: LocatedPlace): boolean {
  return code !== null && !sameTerritory.has(code);
}
