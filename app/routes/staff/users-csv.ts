import { csvResponse } from "#server/http/csv-response.server.ts";
import { staffFile } from "#server/http/page.server.ts";
import { exportUsers } from "#server/users/export-users.server.ts";
import { userList } from "#server/users/users-query.ts";

/** /admin/users.csv: the users of a search as a file. */
export const loader = staffFile(exportUsers, async ({ context, url }) =>
  csvResponse("users.csv", await exportUsers(context, userList.read(url.searchParams))),
);
