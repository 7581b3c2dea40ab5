import cluster from "node:cluster";
import { randomUUID } from "node:crypto";
import { AggregatorRegistry, type PrometheusContentType, register } from "prom-client";
import { z } from "zod";

/** prom-client's own limit for its workers is five seconds. */
const ANSWER_LIMIT_MS = 6000;

const requestSchema = z.object({ shopMetrics: z.string() });
const responseSchema = z.object({ shopMetrics: z.string(), text: z.string().nullable() });

let aggregator: AggregatorRegistry<PrometheusContentType> | undefined;

/** Lets the other processes of this shop request this one's metrics; needed in the primary and in each worker. */
export function shareMetrics(): void {
  aggregator ??= new AggregatorRegistry();
}

/** In the primary: sends the metrics of all processes to the web process that was asked for /metrics. */
export function answerWorkers(): void {
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
export async function readMetrics(): Promise<string> {
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
