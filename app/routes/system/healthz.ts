/** Whether this process responds at all, independent of everything else. A process that does not needs a restart. */
export const loader = () =>
  new Response("ok\n", { headers: { "Content-Type": "text/plain", "Cache-Control": "no-store" } });
