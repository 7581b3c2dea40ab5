import {
  isRouteErrorResponse,
  type ShouldRevalidateFunction,
  useLoaderData,
  useRouteError,
} from "@remix-run/react";
import { Suspense } from "react";
import { PageError } from "#app/components/layout/page-error.tsx";
import { StaffAccessDenied } from "#app/components/staff/staff-access-denied.tsx";
import { StaffData } from "#app/components/staff/staff-data.tsx";
import { SpinnerInPlace } from "#app/components/ui/spinner.tsx";
import { lazyPart } from "#app/lib/document/missing-files.tsx";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import { userList } from "#server/customers/users-query.ts";
import { staffPage } from "#server/process/page.server.ts";
import { callerFor } from "#server/trpc/router.server.ts";
import { refusalBehind } from "#server/trpc/trpc-error.server.ts";

// In a chunk of its own, shared with the dashboard's tab.
const UsersPanel = lazyPart(() => import("#app/components/staff/users/users-panel.tsx"));

export const meta = pageMeta({ title: "User Management", noindex: true });

export const loader = staffPage("users.view", async ({ context, url }) => {
  try {
    return {
      first: await callerFor(context).users.list(userList.read(url.searchParams)),
      loadedAt: context.clock.now().getTime(),
    };
  } catch (error) {
    throw refusalBehind(error);
  }
});

/** Opening or closing a dialog reloads nothing that the page already has. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl, ...rest }) => {
  const samePage = currentUrl.href !== nextUrl.href && behindDialogs(currentUrl) === behindDialogs(nextUrl);
  return samePage ? false : rest.defaultShouldRevalidate;
};

function behindDialogs(url: URL): string {
  const search = new URLSearchParams(url.search);
  for (const parameter of ["user", "add"]) search.delete(parameter);
  return `${url.pathname}?${search}`;
}

export default function AdminUsers() {
  const { first, loadedAt } = useLoaderData<typeof loader>();
  return (
    <StaffData>
      <div className="frame grid grid-cols-[minmax(0,1fr)] gap-5 py-5">
        <header>
          <h1 className="text-2xl">User Management</h1>
        </header>
        <Suspense fallback={<SpinnerInPlace label="Loading the users" />}>
          <UsersPanel first={first} loadedAt={loadedAt} />
        </Suspense>
      </div>
    </StaffData>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  const refused = isRouteErrorResponse(error) && (error.status === 401 || error.status === 403);
  if (!refused) return <PageError />;
  return (
    <StaffAccessDenied page="/admin/users">You don't have permission to manage users.</StaffAccessDenied>
  );
}
