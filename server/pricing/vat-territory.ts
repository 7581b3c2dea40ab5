import { codeNamedIn, piecesOf } from "./country-names.ts";
import { isUnitedKingdom } from "./delivery.ts";

interface Destination {
  country: string;
  postcode?: string | undefined;
}

const channelIslands = new Set(["channel islands", "jersey", "guernsey", "alderney", "sark", "herm"]);
/** The postcodes of Jersey and of the bailiwick of Guernsey, which people there write beside "United Kingdom". */
const CHANNEL_ISLANDS_POSTCODE = /^(je|gy)\d/i;
/** Goods sent there from Great Britain are supplied as at home: Northern Ireland is in GB here. */
const sameTerritory = new Set(["GB", "IM"]);

/**
 * Whether goods sent there leave the United Kingdom as VAT sees it (VAT Notice 703): the Channel Islands, the European
 * Union and all other countries. Great Britain, Northern Ireland and the Isle of Man are home, and so is what names no
 * place that we know: nobody could show that goods have gone there.
 */
export function isExportTo({ country, postcode = "" }: Destination): boolean {
  if (piecesOf(country).some((piece) => channelIslands.has(piece))) return true;
  if (isUnitedKingdom(country)) return CHANNEL_ISLANDS_POSTCODE.test(postcode.trim());
  const code = codeNamedIn(country);
  return code !== undefined && !sameTerritory.has(code);
}
