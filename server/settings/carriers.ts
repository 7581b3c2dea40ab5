interface Carrier {
  name: string;
  takesPallets?: true;
  /** The page where anybody follows a parcel by its number alone; none where the carrier has no such page. */
  follow?: (number: string) => string;
}

/** Who takes goods in the United Kingdom. Any other name can be typed. */
const carriers: readonly Carrier[] = [
  {
    name: "Royal Mail",
    follow: (number) => `https://www.royalmail.com/track-your-item#/tracking-results/${number}`,
  },
  {
    name: "Parcelforce",
    follow: (number) => `https://www.parcelforce.com/track-trace?trackNumber=${number}`,
  },
  { name: "DPD", follow: (number) => `https://track.dpd.co.uk/search?reference=${number}` },
  { name: "Evri", follow: (number) => `https://www.evri.com/track/parcel/${number}` },
  { name: "UPS", follow: (number) => `https://www.ups.com/track?tracknum=${number}` },
  { name: "Palletways", takesPallets: true },
  { name: "Pall-Ex", takesPallets: true },
];

export const carrierNames: readonly string[] = carriers.map(({ name }) => name);

/**
 * The numbers of what was sent at one time, which commas part, each with the page on which anybody can follow it; none of a
 * carrier that has no such page, or is not known here.
 */
export function trackingLinks(carrier: string, trackingNumber: string) {
  const wanted = plain(carrier);
  const follow = carriers.find(({ name }) => plain(name) === wanted)?.follow;
  return trackingNumber
    .split(",")
    .map((part) => part.trim())
    .filter((number) => number !== "")
    .map((number) => ({ number, url: follow?.(encodeURIComponent(number.replaceAll(/\s/g, ""))) ?? null }));
}

/**
 * The carrier to begin with: who took something last, else the first of the list. For a pallet none whose parcels are
 * known to go elsewhere.
 */
export function likelyCarrier(last: string, { isPallet }: { isPallet: boolean }): string | null {
  const known = carriers.find(({ name }) => name === last);
  if (!isPallet) return known?.takesPallets || last === "" ? (carriers[0]?.name ?? null) : last;
  return last === "" || (known && !known.takesPallets) ? null : last;
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]/g, "");
}

/** What the choice of carriers sends for one that is not in the list: its name is typed in the field beside it. */
export const OTHER_CARRIER = "";

/** A form whose carrier was chosen from the list or typed beside it, with the name of either as its carrier. */
export function withTypedCarrier(form: FormData): FormData {
  const other = form.get("otherCarrier");
  if (form.get("carrier") === OTHER_CARRIER && typeof other === "string") form.set("carrier", other);
  return form;
}
