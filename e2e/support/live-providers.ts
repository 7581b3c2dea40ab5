import http from "node:http";
import https from "node:https";
import { syncBuiltinESMExports } from "node:module";

/*
 * Loaded into a shop before anything else (NODE_OPTIONS=--import), when a journey gives it live keys: leads what it
 * sends to the payment providers to their stand-ins on this machine. Nothing else of the shop knows. A call that leads
 * anywhere else outside fails.
 */
const port = process.env.STAND_INS_PORT ?? "";
const PROVIDERS = new Set(["api.stripe.com", "api-m.paypal.com"]);

type Request = typeof https.request;

const requestStandIn = (
  options: https.RequestOptions,
  onResponse?: (message: http.IncomingMessage) => void,
) => {
  const host = options.host ?? options.hostname ?? "";
  if (!PROVIDERS.has(host)) throw new Error(`A journey calls nobody outside: ${host}`);
  const { agent: _, ...others } = options;
  return http.request({ ...others, protocol: "http:", host: "127.0.0.1", port }, onResponse);
};
https.request = requestStandIn as Request;
syncBuiltinESMExports();

// The server's framework sets its own `fetch` when it starts: that one is then the one below.
let fetchAnywhere = globalThis.fetch;
const fetchFromStandIns: typeof fetch = (input, init) => {
  if (typeof input !== "string" || !URL.canParse(input)) return fetchAnywhere(input, init);
  const { hostname, pathname, search } = new URL(input);
  if (!PROVIDERS.has(hostname)) return fetchAnywhere(input, init);
  return fetchAnywhere(`http://127.0.0.1:${port}${pathname}${search}`, init);
};
Object.defineProperty(globalThis, "fetch", {
  configurable: true,
  get: () => fetchFromStandIns,
  set: (next: typeof fetch) => {
    fetchAnywhere = next;
  },
});
