/** Whether this process answers at all, without asking anything else: what is not, is to be started again. */
export const loader = () =>
  new Response("ok\n", { headers: { "Content-Type": "text/plain", "Cache-Control": "no-store" } });
