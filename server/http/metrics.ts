import type { RequestListener, ServerResponse } from "node:http";
import { collectDefaultMetrics, Histogram, register } from "prom-client";
import { readMetrics, shareMetrics } from "./cluster-metrics.ts";
import { isFromThisMachine } from "./own-host.ts";

/** From the time of a cached page to a time that nobody waits for, in seconds. */
const BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

let requestSeconds: Histogram<"method" | "kind" | "status"> | undefined;

/**
 * Counts and times requests, and shows the metrics of all the shop's processes at /metrics in Prometheus' format to
 * direct requests from this machine; to everybody else there is no such page.
 */
export function withMetrics(next: RequestListener): RequestListener {
  requestSeconds ??= startCounting();
  const histogram = requestSeconds;
  return (request, response) => {
    if (request.url === "/metrics" && isFromThisMachine(request)) return void handleMetrics(response);
    const stop = histogram.startTimer();
    response.once("close", () =>
      stop({
        method: request.method ?? "",
        kind: kindOf(request.url ?? ""),
        status: `${Math.floor(response.statusCode / 100)}xx`,
      }),
    );
    next(request, response);
  };
}

function startCounting() {
  collectDefaultMetrics();
  shareMetrics();
  return new Histogram({
    name: "shop_http_request_seconds",
    help: "Time from a request to the end of its answer",
    labelNames: ["method", "kind", "status"] as const,
    buckets: BUCKETS,
  });
}

async function handleMetrics(response: ServerResponse): Promise<void> {
  try {
    const text = await readMetrics();
    response.writeHead(200, { "Content-Type": register.contentType, "Cache-Control": "no-store" });
    response.end(text);
  } catch {
    response.writeHead(503, { "Content-Type": "text/plain" });
    response.end("The figures could not be collected.\n");
  }
}

/** A few fixed words, so that the series stay few: each full address would be one series. */
export function kindOf(url: string): "asset" | "trpc" | "rest" | "webhook" | "page" {
  if (/^\/(assets|pictures|fonts|media)\//.test(url)) return "asset";
  if (url.startsWith("/api/trpc")) return "trpc";
  if (url.startsWith("/api/") || url.startsWith("/paypal/")) return "rest";
  if (url.startsWith("/webhooks/")) return "webhook";
  return "page";
}
