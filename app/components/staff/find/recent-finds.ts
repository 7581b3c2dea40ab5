import { z } from "zod";
import { orderStatuses } from "#server/orders/order.ts";
import type { Hit } from "#server/staff/found.ts";

/** Of one tab of the browser, gone with it: what staff looked at is nobody's who uses the machine later. */
const STORED_KEY = "recent-finds";
const MOST = 6;

const storedSchema = z.object({
  /** Whose they are: somebody else who signs in sees none of them. */
  name: z.string(),
  hits: z.array(
    z.object({
      key: z.string(),
      title: z.string(),
      detail: z.string(),
      to: z.string(),
      status: z.enum(orderStatuses).optional(),
    }),
  ),
});

/** What somebody opened last from the search of everything, the newest first. */
export function recentFinds(name: string): Hit[] {
  try {
    const stored = storedSchema.parse(JSON.parse(window.sessionStorage.getItem(STORED_KEY) ?? ""));
    if (stored.name !== name) return [];
    return stored.hits.map(({ status, ...hit }) => (status ? { ...hit, status } : hit));
  } catch {
    return [];
  }
}

export function rememberFind(name: string, hit: Hit): void {
  const hits = [hit, ...recentFinds(name).filter(({ key }) => key !== hit.key)].slice(0, MOST);
  try {
    window.sessionStorage.setItem(STORED_KEY, JSON.stringify({ name, hits }));
  } catch {
    // A browser that stores nothing remembers nothing.
  }
}
