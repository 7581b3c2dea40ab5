import cluster from "node:cluster";
import { randomUUID } from "node:crypto";
import type { RequestListener, ServerResponse } from "node:http";
import {
  AggregatorRegistry,
  collectDefaultMetrics,
  Histogram,
  type PrometheusContentType,
  register,
} from "prom-client";
import { z } from "zod";
import { isFromThisMachine } from "./client-address.ts";

/** From the time of a cached page to a time that nobody waits for, in seconds. */
const BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

let requestSeconds: Histogram<"method" | "kind" | "status"> | undefined;

/**
 * Counts and times requests. Serves the metrics of all the shop's processes at /metrics in Prometheus' format, to
 * direct requests from this machine only; for everybody else the page does not exist.
 */
export function withMetrics(next: RequestListener): RequestListener {
  requestSeconds ??= startCounting();
  const histogram = requestSeconds;
  return (request, response) => {
    if (request.url === "/metrics" && isFromThisMachine(request)) return void handleMetrics(response);
    const stop = histogram.startTimer();
    response.once("close", () => {
      // It lasts as long as somebody looks: no time that anybody waited.
      if (response.getHeader("content-type") === "text/event-stream") return;
      stop({
        method: request.method ?? "",
        kind: kindOf(request.url ?? ""),
        status: `${Math.floor(response.statusCode / 100)}xx`,
      });
    });
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

/** A few fixed words, so that there are few series: each full address would be one. */
export function kindOf(url: string): "asset" | "trpc" | "rest" | "webhook" | "page" {
  if (/^\/(assets|pictures|fonts|media|documents)\//.test(url)) return "asset";
  if (url.startsWith("/api/trpc")) return "trpc";
  if (url.startsWith("/api/") || url.startsWith("/paypal/")) return "rest";
  if (url.startsWith("/webhooks/")) return "webhook";
  return "page";
}

/** prom-client's own limit for its workers is five seconds. */
const ANSWER_LIMIT_MS = 6000;

const requestSchema = z.object({ shopMetrics: z.string() });
const responseSchema = z.object({ shopMetrics: z.string(), text: z.string().nullable() });

let aggregator: AggregatorRegistry<PrometheusContentType> | undefined;

/** Lets the other processes of this shop request this one's metrics; needed in the primary and in each worker. */
function shareMetrics(): void {
  aggregator ??= new AggregatorRegistry();
}

/** In the primary: sends the metrics of all processes to the web process that was asked for /metrics. */
export function respondToWorkers(): void {
  shareMetrics();
  cluster.on("message", (worker, message: unknown) => {
    const request = requestSchema.safeParse(message);
    if (!request.success) return;
    const reply = (text: string | null) => {
      if (worker.isConnected()) worker.send({ ...request.data, text });
    };
    aggregator?.clusterMetrics().then(reply, () => reply(null));
  });
}

/** The metrics of all web processes of this shop, in Prometheus' format. @throws Error when they do not come in time */
async function readMetrics(): Promise<string> {
  return cluster.isWorker ? askPrimary() : register.metrics();
}

function askPrimary(): Promise<string> {
  const shopMetrics = randomUUID();
  return new Promise((resolve, reject) => {
    const end = (act: () => void) => {
      clearTimeout(alarm);
      process.removeListener("message", onMessage);
      act();
    };
    const onMessage = (message: unknown) => {
      const { data } = responseSchema.safeParse(message);
      if (data?.shopMetrics !== shopMetrics) return;
      const { text } = data;
      end(() => (text === null ? reject(new Error("The figures were not to be had.")) : resolve(text)));
    };
    const alarm = setTimeout(() => end(() => reject(new Error("No figures in time."))), ANSWER_LIMIT_MS);
    process.on("message", onMessage);
    process.send?.({ shopMetrics });
  });
}
