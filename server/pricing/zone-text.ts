import type { ZoneEntry } from "./delivery-zones.ts";
import { countryCodeOf } from "./united-kingdom.ts";

// Apart from delivery-zones.ts: only staff write zones, and the checkout's page weighs less without this.

/** All areas of postcodes in the British Isles, and the Forces' own. */
const areas = new Set(
  (
    "AB AL B BA BB BD BFPO BH BL BN BR BS BT CA CB CF CH CM CO CR CT CV CW DA DD DE DG DH DL DN DT DY E EC EH EN EX " +
    "FK FY G GL GU GY HA HD HG HP HR HS HU HX IG IM IP IV JE KA KT KW KY L LA LD LE LL LN LS LU M ME MK ML N NE NG " +
    "NN NP NR NW OL OX PA PE PH PL PO PR RG RH RM S SA SE SG SK SL SM SN SO SP SR SS ST SW SY TA TD TF TN TQ TR TS " +
    "TW UB W WA WC WD WF WN WR WS WV YO ZE"
  ).split(" "),
);

/** The entries of a zone's text ("IV, KW15-17, Isle of Man"), and what in it names no place. */
export function parseZone(text: string): { entries: ZoneEntry[]; unknown: string[] } {
  const entries: ZoneEntry[] = [];
  const unknown: string[] = [];
  for (const piece of text.split(/[,;\n]/).map((part) => part.trim())) {
    if (piece === "") continue;
    const entry = parseEntry(piece);
    if (entry) entries.push(entry);
    else unknown.push(piece);
  }
  return { entries, unknown };
}

const CODES = /^(BFPO|[A-Z]{1,2})(?:(\d{1,2})(?:\s*[-–]\s*(?:\1)?(\d{1,2}))?)?$/;

function parseEntry(piece: string): ZoneEntry | null {
  if (/^(the )?united kingdom$|^gb$|^uk$/i.test(piece)) return { kind: "country", code: "GB" };
  const [whole, area, from, to] = CODES.exec(piece.toUpperCase()) ?? [];
  if (whole !== undefined && area !== undefined && areas.has(area)) {
    if (from === undefined) return { kind: "area", area };
    const districts = { from: Number(from), to: Number(to ?? from) };
    return districts.from <= districts.to ? { kind: "districts", area, ...districts } : null;
  }
  const code = countryCodeOf(piece);
  return code === null ? null : { kind: "country", code };
}
