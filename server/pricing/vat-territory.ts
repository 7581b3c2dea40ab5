import { locate, type Place } from "./delivery-zones.ts";

/** Goods sent there from Great Britain are supplied as at home: Northern Ireland is in GB here. */
const sameTerritory = new Set(["GB", "IM"]);

/**
 * Whether goods sent there leave the United Kingdom as VAT sees it (VAT Notice 703): the Channel Islands, the European
 * Union and all other countries. Great Britain, Northern Ireland and the Isle of Man are home, and so is what names no
 * place that we know: nobody could show that goods have gone there.
 */
export function isExportTo(place: Place): boolean {
  const { code } = locate(place);
  return code !== null && !sameTerritory.has(code);
}
