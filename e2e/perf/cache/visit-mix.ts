/**
 * Who comes to a small shop. 44% see one page, 2.8% buy: the average of a dozen British shops with 4.2 million visits
 * and 145,000 orders in three months (Screen Pages, second quarter of 2016). How many fill a cart is our assumption.
 */
export const visitShares = { looksAtOnePage: 0.444, browses: 0.476, fillsCart: 0.052, buys: 0.028 } as const;

export type VisitKind = keyof typeof visitShares;

/** Pages that a visit sees without a cookie, and requests that it then sends with its cart's. */
export const requestsOf: Record<VisitKind, { anonymous: number; withCart: number }> = {
  looksAtOnePage: { anonymous: 1, withCart: 0 },
  browses: { anonymous: 5, withCart: 0 },
  // The line, the cart and two more pages.
  fillsCart: { anonymous: 4, withCart: 4 },
  // Also the checkout, its total, the payment, the return and the confirmation.
  buys: { anonymous: 4, withCart: 7 },
};

/** How often each page is the next one, in hundredths. */
export const pageWeights: Readonly<Record<string, number>> = {
  "/": 20,
  "/products": 22,
  "/products?category=Biochar": 3,
  "/products?search=compost": 3,
  "/products/premium-biochar": 12,
  "/products/biochar-compost-mix": 6,
  "/products/bulk-biochar": 6,
  "/products/biochar-masks": 6,
  "/about": 4,
  "/science": 5,
  "/qa": 4,
  "/blog": 4,
  "/contact": 3,
  "/manufacturing": 2,
};

/** Parts of a day's visits in each hour: few at night, most in the evening. */
export const hourShares = [
  1.2, 0.7, 0.5, 0.4, 0.4, 0.8, 1.8, 3.2, 4.4, 5.2, 5.6, 5.7, 5.8, 5.6, 5.4, 5.4, 5.6, 5.9, 6.4, 7.2, 7.8,
  7.2, 5.0, 2.8,
].map((percent) => percent / 100);

/** Requests for pages of all visits of this many. */
export function pageRequestsOf(visits: number): { anonymous: number; withCart: number } {
  const sums = { anonymous: 0, withCart: 0 };
  for (const [kind, share] of Object.entries(visitShares)) {
    const { anonymous, withCart } = requestsOf[kind as VisitKind];
    sums.anonymous += visits * share * anonymous;
    sums.withCart += visits * share * withCart;
  }
  return sums;
}

interface CacheShare {
  /** Of the requests for pages. */
  requests: number;
  /** Visits of which no page came from the shop. */
  visits: number;
}

/**
 * What a cache in front answers of a day's pages. A page kept for `seconds` and asked for `rate` times a second is
 * fetched once and then answered `rate × seconds` times. Only pages in `kept` are.
 */
export function shareOfCache(visitsADay: number, kept: ReadonlyMap<string, number>): CacheShare {
  const weight = Object.values(pageWeights).reduce((sum, each) => sum + each, 0);
  const share = { requests: 0, visits: 0 };
  for (const hour of hourShares) {
    const { anonymous, withCart } = pageRequestsOf((visitsADay * hour) / 3600);
    let hit = 0;
    for (const [page, part] of Object.entries(pageWeights)) {
      const asked = (anonymous * part * (kept.get(page) ?? 0)) / weight;
      hit += ((part / weight) * asked) / (1 + asked);
    }
    share.requests += (hour * hit * anonymous) / (anonymous + withCart);
    for (const kind of ["looksAtOnePage", "browses"] as const)
      share.visits += hour * visitShares[kind] * hit ** requestsOf[kind].anonymous;
  }
  return share;
}
