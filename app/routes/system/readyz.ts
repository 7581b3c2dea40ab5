import { isReady } from "#server/doctor/health-status.server.ts";

/** For a load balancer: 200 while this process can serve shoppers, for which it needs its database. */
export async function loader() {
  const headers = { "Content-Type": "text/plain", "Cache-Control": "no-store" };
  return (await isReady())
    ? new Response("ready\n", { headers })
    : new Response("not ready\n", { status: 503, headers: { ...headers, "Retry-After": "5" } });
}
