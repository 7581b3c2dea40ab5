import { redirect } from "@remix-run/node";
import { z } from "zod";
import { shopCookie } from "#server/http/cookies.server.ts";
import { outwardCodeOf } from "#server/pricing/delivery-zones.ts";
import { normalPostcode, SAMPLE_POSTCODE } from "#server/pricing/postcode.ts";

/** Where a visitor wants things brought, for the prices that pages show before there is an address. */
export interface DeliveryPlace {
  country: string;
  postcode: string;
}

/** As long as a visit lasts. */
const VISIT_SECONDS = 12 * 60 * 60;
const COUNTRY = "United Kingdom";

const placeCookie = () => shopCookie("delivery-place", { maxAge: VISIT_SECONDS });

/** What a postcode field sent: a place, nothing where it was emptied, or why it is none. */
export type TypedPlace =
  | { kind: "place"; place: DeliveryPlace }
  | { kind: "emptied" }
  | { kind: "wrong"; typed: string; message: string };

/** Reads a postcode field; the first half of a postcode is enough. */
export function typedPlace(field: string): TypedPlace {
  const typed = field.trim().slice(0, 20);
  if (typed === "") return { kind: "emptied" };
  const postcode = normalPostcode(typed).toUpperCase();
  if (outwardCodeOf(postcode) !== null) return { kind: "place", place: { country: COUNTRY, postcode } };
  return { kind: "wrong", typed, message: `Please enter a postcode, such as ${SAMPLE_POSTCODE}` };
}

/**
 * Answers the postcode field of a page: why it holds none, or null where none was sent. @throws Response a redirect to
 * the page, which remembers the place for the visit, or forgets it where the field was emptied
 */
export async function wrongPlaceIn(
  url: URL,
  page: "/cart" | "/checkout",
): Promise<Extract<TypedPlace, { kind: "wrong" }> | null> {
  const field = url.searchParams.get("postcode");
  if (field === null) return null;
  const typed = typedPlace(field);
  if (typed.kind === "wrong") return typed;
  const place = typed.kind === "place" ? typed.place : null;
  throw redirect(page, { status: 303, headers: { "Set-Cookie": await deliveryPlaceHeader(place) } });
}

/** The place that a visitor has named during this visit. */
export async function deliveryPlaceFrom(request: Request): Promise<DeliveryPlace | null> {
  const carried = z.string().safeParse(await placeCookie().parse(request.headers.get("cookie")));
  const read = carried.success ? typedPlace(carried.data) : undefined;
  return read?.kind === "place" ? read.place : null;
}

/** The `Set-Cookie` value that remembers a place, or forgets it. */
export function deliveryPlaceHeader(place: DeliveryPlace | null): Promise<string> {
  return place ? placeCookie().serialize(place.postcode) : placeCookie().serialize("", { maxAge: 0 });
}
