import { Link, useLocation, useSearchParams } from "@remix-run/react";
import { ChevronLeft, ChevronRight, FilePlus2, UserPlus } from "lucide-react";
import { useState } from "react";
import { type DashboardPanelProps, idIn } from "#app/components/staff/dashboard-tab.tsx";
import { DownloadCsv } from "#app/components/staff/download-csv.tsx";
import { RefreshButton } from "#app/components/staff/refresh-button.tsx";
import { Button, buttonClass } from "#app/components/ui/button.tsx";
import { classNames } from "#app/components/ui/class-names.ts";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { serverMessage, trpc } from "#app/lib/trpc.ts";
import { useHydrated } from "#app/lib/use-hydrated.ts";
import { useMayAsk } from "#app/lib/use-may.ts";
import type { StaffUserView, UserPage } from "#server/users/staff-user-view.ts";
import { type UsersQuery, usersQueryFrom } from "#server/users/users-query.ts";
import { AddUserDialog } from "./add-user-dialog.tsx";
import { DeleteUserDialog } from "./delete-user-dialog.tsx";
import { EditUserDialog } from "./edit-user-dialog.tsx";
import { SelectedUsers } from "./selected-users.tsx";
import { UserFilters, type UsersPage, usersHref } from "./user-filters.tsx";
import { UsersTable } from "./users-table.tsx";

type UsersPanelProps = DashboardPanelProps<UserPage>;

/** The users, on /admin/users and in the dashboard's tab. */
export default function UsersPanel({ first, loadedAt, answer }: UsersPanelProps) {
  const [search, setSearch] = useSearchParams();
  const { pathname } = useLocation();
  const utils = trpc.useUtils();
  const query = usersQueryFrom(search);
  const list = trpc.users.list.useQuery(query, { initialData: first, initialDataUpdatedAt: loadedAt });
  const [toDelete, setToDelete] = useState<StaffUserView | null>(null);
  const { users, viewer } = list.data;
  const page = { pathname, tab: search.get("tab") };
  const may = useMayAsk();
  const editing = may("users.edit") ? idIn(search, "user") : null;

  const openDialog = (name: "user" | "add", value: string) =>
    setSearch((current) => withParameter(current, name, value), { preventScrollReset: true });
  const closeDialog = () =>
    setSearch((current) => withParameter(withParameter(current, "user"), "add"), {
      preventScrollReset: true,
    });

  return (
    <section aria-labelledby="users" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="users" className="text-xl">
          Users
        </h2>
        <div className="flex flex-wrap items-center gap-3">
          <RefreshButton
            updatedAt={list.dataUpdatedAt}
            refreshing={list.isFetching}
            onRefresh={() => utils.users.list.invalidate()}
          />
          <DownloadCsv
            may="users.export"
            href={usersHref(
              { pathname: "/admin/users.csv", tab: null },
              { ...query, after: undefined, before: undefined },
            )}
          />
          {may("users.create") && <CreateButtons onAddUser={() => openDialog("add", "user")} />}
        </div>
      </header>
      <UserFilters query={query} page={page} />
      {list.error && (
        <Notice tone="error" title="Could not refresh the users">
          {serverMessage(list.error, "What you see is from the time given above. Please try again.")}{" "}
          {list.error.data?.httpStatus === 401 && (
            <Link to="/admin/login?next=/admin/users" className="underline">
              Admin Login
            </Link>
          )}
        </Notice>
      )}
      {users.length === 0 ? (
        <EmptyState title="No users found" headingLevel={3}>
          Nobody matches this search. Try fewer letters, or clear the filters.
        </EmptyState>
      ) : (
        <>
          <SelectedUsers answer={answer} />
          <UsersTable
            users={users}
            viewer={viewer}
            onEdit={(user) => openDialog("user", String(user.id))}
            onDelete={setToDelete}
          />
        </>
      )}
      <Pages list={list.data} query={query} page={page} />
      <EditUserDialog
        userId={editing}
        name={users.find(({ id }) => id === editing)?.name}
        onClose={closeDialog}
      />
      <DeleteUserDialog user={toDelete} onClose={() => setToDelete(null)} />
      {viewer && may("users.create") && (
        <AddUserDialog open={search.get("add") === "user"} viewerRole={viewer.role} onClose={closeDialog} />
      )}
    </section>
  );
}

/** Both open dialogs, so they appear once JavaScript can do that. */
function CreateButtons({ onAddUser }: { onAddUser: () => void }) {
  const hydrated = useHydrated();
  const [showsContent, setShowsContent] = useState(false);
  if (!hydrated) return null;
  return (
    <>
      <Button type="button" variant="secondary" size="small" onClick={() => setShowsContent(true)}>
        <FilePlus2 aria-hidden className="size-4" /> Create Content
      </Button>
      <Button type="button" size="small" onClick={onAddUser}>
        <UserPlus aria-hidden className="size-4" /> Add User
      </Button>
      <Dialog open={showsContent} onClose={() => setShowsContent(false)} title="Create Content">
        <p>Create content is coming soon.</p>
        <p className="mt-3">
          Until then, articles and questions are written{" "}
          <Link to="/admin/content" className="text-moss underline">
            among the content
          </Link>
          .
        </p>
        <Button type="button" className="mt-5" onClick={() => setShowsContent(false)}>
          Close
        </Button>
      </Dialog>
    </>
  );
}

interface PagesProps {
  list: UserPage;
  query: UsersQuery;
  page: UsersPage;
}

/** Newer and older users. */
function Pages({ list: { users, hasPrevious, hasNext }, query, page }: PagesProps) {
  const { after, before, ...filters } = query;
  const buttonStyle = buttonClass({ variant: "secondary", size: "small" });
  const first = users.at(0);
  const last = users.at(-1);
  const isLostAtEnd = users.length === 0 && (after !== undefined || before !== undefined);
  return (
    <nav
      aria-label="Users: pages"
      className={classNames(
        "flex flex-wrap items-center justify-center gap-4 py-2",
        !hasPrevious && !hasNext && !isLostAtEnd && "sr-only",
      )}
    >
      {(isLostAtEnd || (hasPrevious && first)) && (
        <Link to={usersHref(page, filters)} className={buttonStyle}>
          Newest
        </Link>
      )}
      {hasPrevious && first && (
        <Link to={usersHref(page, { ...filters, before: first.id })} rel="prev" className={buttonStyle}>
          <ChevronLeft aria-hidden className="size-4" /> Previous
        </Link>
      )}
      <span role="status" className="text-sm text-ink-soft">
        {users.length} {users.length === 1 ? "user" : "users"} on this page
      </span>
      {hasNext && last && (
        <Link to={usersHref(page, { ...filters, after: last.id })} rel="next" className={buttonStyle}>
          Next <ChevronRight aria-hidden className="size-4" />
        </Link>
      )}
    </nav>
  );
}

/** The parameters with one of them set, or left out. */
function withParameter(search: URLSearchParams, name: string, value?: string): URLSearchParams {
  const next = new URLSearchParams(search);
  if (value === undefined) next.delete(name);
  else next.set(name, value);
  return next;
}
