import { counterWorkerScript } from "#app/routes/staff/counter-document.server.tsx";
import { file } from "#server/process/page.server.ts";

/** /counter-worker.js: the service worker of the counter, for anybody, so that a new one also comes after a session's end. */
export const loader = file(
  async ({ context }) =>
    new Response(counterWorkerScript(context.settings.storeName), {
      headers: {
        "Content-Type": "text/javascript; charset=utf-8",
        "Cache-Control": "no-cache",
        // What the worker itself may fetch: the files of its page.
        "Content-Security-Policy": "default-src 'none'; connect-src 'self'",
      },
    }),
);
