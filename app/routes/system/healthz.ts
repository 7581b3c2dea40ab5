import { page } from "#server/http/page.server.ts";

/** For a load balancer: answers once the database does. */
export const loader = page(async ({ context }) => {
  await context.em.execute("select 1");
  return new Response("ok\n", { headers: { "Content-Type": "text/plain", "Cache-Control": "no-store" } });
});
