import { useLoaderData } from "@remix-run/react";
import { Suspense } from "react";
import { unlessDialog } from "#app/components/staff/dashboard-tab.tsx";
import { StaffAccessDenied, UnlessDenied } from "#app/components/staff/staff-page.tsx";
import { StaffQueries } from "#app/components/staff/staff-panel.tsx";
import { SpinnerInPlace } from "#app/components/ui/button.tsx";
import { lazyPart } from "#app/lib/document/missing-files.tsx";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import { userList } from "#server/customers/users-query.ts";
import { staffPageOrForbidden } from "#server/process/page.server.ts";
import { queriesFor } from "#server/trpc/router.server.ts";

// In a chunk of its own, shared with the dashboard's tab.
const UsersPanel = lazyPart(() => import("#app/components/staff/users/users-panel.tsx"));

export const meta = pageMeta({ title: "User Management", noindex: true });

export const loader = staffPageOrForbidden("users.view", async ({ context, url }) => {
  const { queries, loaded } = queriesFor(context);
  await queries.users.list.fetch(userList.read(url.searchParams));
  return loaded();
});

export const shouldRevalidate = unlessDialog("user", "add");

export default function AdminUsers() {
  const loaded = useLoaderData<typeof loader>();
  return (
    <StaffQueries loaded={loaded}>
      <div className="frame grid grid-cols-[minmax(0,1fr)] gap-5 py-5">
        <header>
          <h1 className="text-2xl">User Management</h1>
        </header>
        <Suspense fallback={<SpinnerInPlace label="Loading the users" />}>
          <UsersPanel />
        </Suspense>
      </div>
    </StaffQueries>
  );
}

export function ErrorBoundary() {
  return (
    <UnlessDenied>
      <StaffAccessDenied page="/admin/users">You don't have permission to manage users.</StaffAccessDenied>
    </UnlessDenied>
  );
}
