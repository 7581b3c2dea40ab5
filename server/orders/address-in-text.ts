import { countryCodeOf, plain } from "#server/pricing/country-names.ts";
import {
  hasBritishPostcodes,
  isBritishPostcode,
  normalPostcode,
  partsOfAddress,
  postcodeAtEnd,
} from "#server/pricing/postcode.ts";

/** An address in its parts; a town or a postcode that the text does not name is empty. */
interface AddressParts {
  address: string;
  city: string;
  postcode: string;
}

/** Counties are no towns, and no carrier asks for them. */
const counties = new Set(
  (
    "avon,bedfordshire,beds,berkshire,berks,buckinghamshire,bucks,cambridgeshire,cambs,cheshire,cleveland,clwyd,cornwall," +
    "co durham,county durham,cumbria,derbyshire,devon,dorset,dyfed,east sussex,west sussex,sussex,essex,gloucestershire," +
    "glos,greater london,greater manchester,gwent,gwynedd,hampshire,hants,herefordshire,hertfordshire,herts,humberside," +
    "isle of wight,kent,lancashire,lancs,leicestershire,leics,lincolnshire,lincs,merseyside,middlesex,middx,norfolk," +
    "northamptonshire,northants,northumberland,north yorkshire,south yorkshire,west yorkshire,east yorkshire,yorkshire," +
    "nottinghamshire,notts,oxfordshire,oxon,powys,rutland,shropshire,salop,somerset,staffordshire,staffs,suffolk,surrey," +
    "tyne and wear,warwickshire,west midlands,wiltshire,wilts,worcestershire,worcs,aberdeenshire,angus,argyll,ayrshire," +
    "caithness,dumfriesshire,fife,inverness-shire,lanarkshire,midlothian,east lothian,west lothian,moray,perthshire," +
    "ross-shire,roxburghshire,scottish borders,stirlingshire,sutherland,co antrim,co armagh,co down,co fermanagh," +
    "co londonderry,co tyrone,carmarthenshire,ceredigion,conwy,denbighshire,flintshire,monmouthshire,pembrokeshire"
  ).split(","),
);

/**
 * Finds the town and the postcode in an address of one text, whose parts are joined by commas or stand in lines, as
 * carriers ask for them by themselves. The rest is the address; its country at the end and a county are left out.
 */
export function addressInText(
  text: string,
  { country, postcode }: { country: string; postcode: string },
): AddressParts {
  const found: string[] = [];
  const { place, note } = withoutNote(text);
  const british = partsOfAddress(place).flatMap((part) => {
    const { before, postcode: code } = postcodeAtEnd(part);
    if (code !== "") found.push(code);
    return partsOfAddress(before);
  });
  const parts =
    found.length > 0 ? british : withoutForeignPostcode(british, countryAtEnd(place) ?? country, found);
  const elsewhere: string[] = [];
  while (
    (parts.length > 2 && isBeyondTown(parts.at(-1) ?? "", country)) ||
    (parts.length > 1 && HOME_COUNTRY.test(plain(parts.at(-1) ?? "")))
  ) {
    const last = parts.pop() ?? "";
    if (isElsewhere(last, country)) elsewhere.unshift(last);
  }
  const city = parts.length > 1 ? [parts.pop(), ...elsewhere].join(", ") : "";
  const address = [...parts, ...(note === "" ? [] : [note])].join(", ");
  return { address, city, postcode: normalPostcode(postcode) || (found.at(-1) ?? "") };
}

/** What stands in brackets at the end is for the driver, unless it names a place: "(ring bell)", "(Shropshire)". */
function withoutNote(text: string): { place: string; note: string } {
  const [end = "", note = ""] = /\s*\(([^()]*)\)\s*$/.exec(text) ?? [];
  const isPlace =
    isBritishPostcode(note) || countryCodeOf(note) !== null || isCounty(note) || FOREIGN_POSTCODE.test(note);
  return isPlace ? { place: text, note: "" } : { place: text.slice(0, text.length - end.length), note };
}

const ASKS_FOR_POSTCODE =
  "Please give the town and the postcode of the address, with commas between: 2 Mill Lane, Ludlow, SY8 1AA";
const ASKS_FOR_TOWN = "Please give the town of the address, with commas between: 2 Rue Verte, Lyon, France";

/** What to ask for because a carrier could not take this address; undefined where nothing is missing. */
export function missingInAddress(
  text: string,
  beside: { country: string; postcode: string },
): string | undefined {
  const { city, postcode } = addressInText(text, beside);
  if (!hasBritishPostcodes(countryAtEnd(text) ?? beside.country))
    return city === "" ? ASKS_FOR_TOWN : undefined;
  // The Forces' post offices are in no town.
  if (isBritishPostcode(postcode) && (city !== "" || /^BF/.test(postcode))) return undefined;
  return ASKS_FOR_POSTCODE;
}

/** Names alone: two letters may be short for a county. */
function countryAtEnd(text: string): string | undefined {
  const last = partsOfAddress(text).findLast((part) => !isBritishPostcode(part)) ?? "";
  return last.length > 2 && countryCodeOf(last) !== null && !isCounty(last) ? last : undefined;
}

/** Islands are the towns of their postcodes; these never are. */
const HOME_COUNTRY =
  /^(the )?(uk|gb|gbr|united kingdom|great britain|england|scotland|wales|cymru|northern ireland)$/;

function isBeyondTown(part: string, country: string): boolean {
  const name = part.toLowerCase();
  return (
    name === country.trim().toLowerCase() ||
    isCounty(part) ||
    (countryCodeOf(part) !== null && !/^london/.test(name))
  );
}

/** Another country than the one beside the text stays with the town: Jersey is often said to be British. */
function isElsewhere(place: string, country: string): boolean {
  const code = countryCodeOf(place);
  return code !== null && code !== countryCodeOf(country) && !isCounty(place);
}

const directions: Record<string, string> = { n: "north", s: "south", e: "east", w: "west" };

/** "Co. Durham", "W. Yorks". */
function isCounty(part: string): boolean {
  const name = part
    .toLowerCase()
    .replaceAll(".", "")
    .replace(/^county /, "co ")
    .replace(/^[nsew](?= )/, (letter) => directions[letter] ?? letter)
    .replace(/yorks$/, "yorkshire");
  return counties.has(name);
}

/** How postcodes are written where they have letters, and everywhere else. */
const lettered: Record<string, string> = {
  CA: "[A-Z]\\d[A-Z] ?\\d[A-Z]\\d",
  IE: "[A-Z]\\d[\\dW] ?[A-Z\\d]{4}",
  NL: "\\d{4} ?[A-Z]{2}",
};
const DIGITS = "(?:[A-Z]{1,2}-)?\\d{4,6}|\\d{3} \\d{2}|\\d{2,5}-\\d{3,4}";
const FOREIGN_POSTCODE = new RegExp(`^(?:${[...Object.values(lettered), DIGITS].join("|")})$`, "i");
/** What has a number and is in a town. */
const NO_TOWN = /\b(?:box|suite|unit|apt|apartment|office)\.?$/i;
/** Illinois, New South Wales: it stands between the town and the postcode. */
const STATE = /^[A-Z]{2,3}$/;

/**
 * The parts without the last postcode of another country, which one of them is or begins with, or the last before the
 * country ends with. Not the first, which begins with the number of a house.
 */
function withoutForeignPostcode(parts: readonly string[], country: string, found: string[]): string[] {
  const code = countryCodeOf(country) ?? "GB";
  if (code === "GB") return [...parts];
  const form = lettered[code] ?? DIGITS;
  const pattern = new RegExp(
    `^(?:(?<first>${form})(?: +(?<behind>.*))?|(?<before>.*) +(?<last>${form}))$`,
    "i",
  );
  const place = parts.findLastIndex((part, index) => {
    const { before } = pattern.exec(part)?.groups ?? {};
    const isTown =
      !NO_TOWN.test(before ?? "") && parts.slice(index + 1).every((each) => countryCodeOf(each) !== null);
    return index > 0 && pattern.test(part) && (before === undefined || isTown);
  });
  if (place < 0) return [...parts];
  const { first, behind, before, last } = pattern.exec(parts[place] ?? "")?.groups ?? {};
  found.push(first ?? last ?? "");
  const rest = behind ?? before ?? "";
  const town = STATE.test(rest) && place > 1 ? `${parts[place - 1]} ${rest}` : "";
  return [
    ...parts.slice(0, town === "" ? place : place - 1),
    ...(town === "" ? partsOfAddress(rest) : [town]),
    ...parts.slice(place + 1),
  ];
}
