import { exportUsers } from "#server/customers/export-users.server.ts";
import { userList } from "#server/customers/users-query.ts";
import { csvResponse } from "#server/http/csv-response.server.ts";
import { staffFile } from "#server/http/page.server.ts";

/** /admin/users.csv: the users of a search as a file. */
export const loader = staffFile(exportUsers, async ({ context, url }) =>
  csvResponse("users.csv", await exportUsers(context, userList.read(url.searchParams))),
);
