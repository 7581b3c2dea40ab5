import createClient, { type Client, type Middleware } from "openapi-fetch";
import type { paths } from "./shop-api.ts";

/** How often a request that the shop put off is sent again. */
const TRIES = 5;

/** The shop over REST, typed by its OpenAPI document; SHOP_URL and SHOP_API_KEY name the shop and open it. */
export function shopClient(): Client<paths> {
  const { SHOP_URL = "http://127.0.0.1:3000", SHOP_API_KEY } = process.env;
  if (!SHOP_API_KEY)
    throw new Error("SHOP_API_KEY is missing: an administrator makes one at /admin?tab=api-keys.");
  const client = createClient<paths>({
    baseUrl: SHOP_URL,
    headers: { Authorization: `Bearer ${SHOP_API_KEY}` },
    fetch: fetchPatiently,
  });
  client.use(explained);
  return client;
}

/** 429 and 503 say when to come again; a request that the shop put off changed nothing. */
async function fetchPatiently(request: Request): Promise<Response> {
  for (let tried = 1; ; tried += 1) {
    const response = await fetch(request.clone());
    if (tried === TRIES || ![429, 503].includes(response.status)) return response;
    const seconds = Number(response.headers.get("retry-after") ?? 1);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
}

/** Whoever runs a script by night wants to read in the morning why it stopped. */
const explained: Middleware = {
  onError: ({ error }) => new Error(`The shop cannot be reached: ${String(error)}`),
};

/** Where a list goes on, from its Link header; undefined at the end. */
export function nextCursor(response: Response): number | undefined {
  const [, address] = /<([^>]*)>; rel="next"/.exec(response.headers.get("link") ?? "") ?? [];
  if (address === undefined) return undefined;
  return Number(new URL(address, response.url).searchParams.get("cursor"));
}
