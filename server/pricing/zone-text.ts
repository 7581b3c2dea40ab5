import { codeOfName, plain } from "./country-names.ts";
import { FORCES, type ZoneEntry } from "./delivery-zones.ts";

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
