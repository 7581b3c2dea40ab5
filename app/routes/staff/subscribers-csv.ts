import { csvResponse } from "#server/http/csv-response.server.ts";
import { staffFile } from "#server/http/page.server.ts";
import { subscriberList } from "#server/newsletter/subscriber-search.ts";
import { exportSubscribers } from "#server/newsletter/subscribers.server.ts";

/** /admin/subscribers.csv: the subscribers of a search as a file. */
export const loader = staffFile(exportSubscribers, async ({ context, url }) =>
  csvResponse("subscribers.csv", await exportSubscribers(context, subscriberList.read(url.searchParams))),
);
