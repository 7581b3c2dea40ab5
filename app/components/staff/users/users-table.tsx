import type { ReactNode } from "react";
import {
  type Column,
  SelectBox,
  SelectionBar,
  SelectionCommand,
} from "#app/components/staff/kit/rows-table.tsx";
import { CustomerName } from "#app/components/staff/staff-page.tsx";
import { Badge, type BadgeTone } from "#app/components/ui/badge.tsx";
import { classNames } from "#app/components/ui/class-names.ts";
import { displayDate } from "#app/lib/display.ts";
import { useStoreMoney } from "#app/lib/root-data.ts";
import { useMay } from "#app/lib/use-may.ts";
import { choiceLabel } from "#server/accounts/user-view.ts";
import type { UserView } from "#server/accounts/user-views.server.ts";
import { roleDisplayName } from "#server/core/roles.ts";
import type { StaffUserView } from "#server/customers/list-users.server.ts";
import { userCommands } from "#server/customers/users.schema.ts";
import type { Viewer } from "#server/customers/users-query.ts";
import { UserMenu } from "./user-menu.tsx";

interface UsersTableProps {
  users: readonly StaffUserView[];
  viewer: Viewer;
  onEdit: (user: StaffUserView) => void;
  onDelete: (user: StaffUserView) => void;
}

/** A short one has others beside it on a phone. */
const columns: (Column<StaffUserView> & { isShort?: boolean })[] = [
  {
    head: "Name",
    cell: ({ id, name }) => <CustomerName of={{ kind: "account", id }} name={name} />,
    className: "font-medium break-words",
  },
  {
    head: "Email",
    cell: ({ email }) => <BreaksAtSign>{email}</BreaksAtSign>,
    className: "wrap-anywhere",
  },
  {
    head: "Username",
    cell: ({ username }) => (
      <>
        <InCard>Username </InCard>
        <BreaksAtSign>{username}</BreaksAtSign>
      </>
    ),
    className: "wrap-anywhere text-ink-soft",
  },
  {
    isShort: true,
    head: "Role",
    cell: ({ role }) => <RoleBadge role={role} />,
    className: "whitespace-nowrap",
  },
  {
    isShort: true,
    head: "Customer type",
    cell: ({ customerType }) => choiceLabel(customerType || "individual"),
    className: "text-ink-soft",
  },
  {
    isShort: true,
    head: "Lifetime value",
    cell: (user) => <LifetimeValue user={user} />,
    className: "whitespace-nowrap tabular-nums lg:text-right",
    headClassName: "text-right",
  },
  { isShort: true, head: "Status", cell: (user) => <StatusBadges {...user} />, className: "lg:min-w-40" },
  {
    isShort: true,
    head: "Created",
    cell: ({ createdAt }) => (
      <>
        <InCard>Created </InCard>
        {displayDate(createdAt)}
      </>
    ),
    className: "whitespace-nowrap text-ink-soft",
  },
];

/** The users: a table, whose rows become cards on a narrow screen. */
export function UsersTable({ users, viewer, ...acts }: UsersTableProps) {
  const mayEdit = useMay("users.edit");
  return (
    <table className="w-full border-collapse text-left text-[0.9375rem] max-lg:block lg:text-sm">
      <caption className="sr-only">Users, the newest first</caption>
      <thead className="max-lg:hidden">
        <tr className="border-b border-line-strong">
          {mayEdit && (
            <Head>
              <span className="sr-only">Selected</span>
            </Head>
          )}
          {columns.map(({ head, headClassName }) => (
            <Head key={String(head)} className={headClassName}>
              {head}
            </Head>
          ))}
          <Head>
            <span className="sr-only">Actions</span>
          </Head>
        </tr>
      </thead>
      <tbody className="max-lg:grid max-lg:gap-3 max-lg:sm:grid-cols-2">
        {users.map((user) => (
          <UserRow key={user.id} user={user} viewer={viewer} mayEdit={mayEdit} {...acts} />
        ))}
      </tbody>
    </table>
  );
}

interface UserRowProps extends Omit<UsersTableProps, "users"> {
  user: StaffUserView;
  mayEdit: boolean;
}

function UserRow({ user, viewer, mayEdit, onEdit, onDelete }: UserRowProps) {
  return (
    <tr
      data-row={user.id}
      className="border-line max-lg:relative max-lg:flex max-lg:flex-wrap max-lg:content-start max-lg:items-center max-lg:gap-x-3 max-lg:gap-y-1 max-lg:rounded-lg max-lg:border max-lg:bg-surface max-lg:p-4 lg:border-b lg:hover:bg-sunken"
    >
      {mayEdit && (
        <td className="max-lg:absolute max-lg:top-4 max-lg:left-4 max-lg:flex max-lg:min-h-11 max-lg:items-center lg:px-2 lg:py-1">
          {/* Nobody shuts themselves out. */}
          {user.id !== viewer?.id && <SelectBox name="user" id={user.id} label={user.name} />}
        </td>
      )}
      {columns.map(({ head, cell, className, isShort }, index) => (
        <td
          key={String(head)}
          className={classNames(
            "lg:px-2 lg:py-2 lg:align-middle",
            index === 0 && "max-lg:flex max-lg:min-h-11 max-lg:items-center max-lg:pr-12",
            index === 0 && mayEdit && user.id !== viewer?.id && "max-lg:pl-10",
            (index === 0 || !isShort) && "max-lg:w-full",
            className,
          )}
        >
          {cell(user)}
        </td>
      ))}
      <td className="max-lg:absolute max-lg:top-4 max-lg:right-4 lg:py-1 lg:text-right">
        <UserMenu user={user} viewer={viewer} onEdit={() => onEdit(user)} onDelete={() => onDelete(user)} />
      </td>
    </tr>
  );
}

function LifetimeValue({ user: { totalLifetimeValue, orderCount } }: { user: StaffUserView }) {
  const money = useStoreMoney();
  return (
    <>
      <span>{money(totalLifetimeValue)}</span>
      <span className="text-ink-soft max-lg:ml-2 lg:block lg:text-xs">
        {orderCount} {orderCount === 1 ? "order" : "orders"}
      </span>
    </>
  );
}

/** An address that has no room on one line goes on at its "@". */
function BreaksAtSign({ children }: { children: string }) {
  const at = children.indexOf("@");
  if (at < 0) return <span>{children}</span>;
  return (
    <>
      {children.slice(0, at)}
      <wbr />
      {children.slice(at)}
    </>
  );
}

/** A word that a table's head says already. */
function InCard({ children }: { children: ReactNode }) {
  return <span className="lg:hidden">{children}</span>;
}

function Head({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return (
    <th scope="col" className={classNames("px-2 py-2 font-semibold", className)}>
      {children}
    </th>
  );
}

/** Blue, green, red; grey for what is not known. */
const roleTones: Record<string, BadgeTone> = {
  customer: "lake",
  shop_manager: "moss",
  administrator: "clay",
};

export function RoleBadge({ role }: { role: string }) {
  return <Badge tone={roleTones[role] ?? "neutral"}>{roleDisplayName(role)}</Badge>;
}

type BadgedUser = Pick<UserView, "isActive" | "isVerified" | "hasResearchAccess"> & {
  twoFactor: boolean;
  tradeList?: string | null;
};

/** Active or Suspended, Verified or Unverified, Research, Two-factor, the trade list by its code. */
export function StatusBadges({ isActive, isVerified, hasResearchAccess, twoFactor, tradeList }: BadgedUser) {
  return (
    <span className="inline-flex flex-wrap gap-1">
      <Badge tone={isActive ? "moss" : "clay"}>{isActive ? "Active" : "Suspended"}</Badge>
      <Badge tone={isVerified ? "neutral" : "outline"}>{isVerified ? "Verified" : "Unverified"}</Badge>
      {hasResearchAccess && <Badge tone="lake">Research</Badge>}
      {twoFactor && <Badge tone="lake">Two-factor</Badge>}
      {tradeList && <Badge tone="ink">Trade: {tradeList}</Badge>}
    </span>
  );
}

/** What can be done with the selected users: suspending them, and letting them in again. */
export function SelectedUsers() {
  const { suspendMany, activateMany } = userCommands;
  if (!useMay(suspendMany.permission)) return null;
  return (
    <SelectionBar name="user" what="users" commands={[suspendMany, activateMany]}>
      <SelectionCommand command={suspendMany}>Suspend</SelectionCommand>
      <SelectionCommand command={activateMany}>Activate</SelectionCommand>
    </SelectionBar>
  );
}
