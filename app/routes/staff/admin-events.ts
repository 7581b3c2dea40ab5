import { staffFile } from "#server/http/page.server.ts";
import { openLiveStream } from "#server/staff/live-stream.server.ts";

/** The stream of what changed in staff's lists (docs/decisions/068-lists-renew-themselves.md). */
export const loader = staffFile(openLiveStream, ({ context, request }) =>
  openLiveStream(context, request.signal),
);
