import { monthSchema } from "#server/core/month.ts";

/** The month that the address of the page asks for; none when it names no month. */
export function monthIn(search: URLSearchParams): string | undefined {
  return monthSchema.safeParse(search.get("month")).data;
}
