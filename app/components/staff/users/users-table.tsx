import type { ReactNode } from "react";
import { classNames } from "#app/components/ui/class-names.ts";
import { choiceLabel } from "#app/lib/choice-label.ts";
import { displayDate } from "#app/lib/display.ts";
import { useStoreMoney } from "#app/lib/root-data.ts";
import type { StaffUserView, Viewer } from "#server/users/staff-user-view.ts";
import { CustomerName } from "../customers/customer-name.tsx";
import { RoleBadge, StatusBadges } from "./user-badges.tsx";
import { UserMenu } from "./user-menu.tsx";

interface UsersTableProps {
  users: readonly StaffUserView[];
  viewer: Viewer;
  onEdit: (user: StaffUserView) => void;
  onDelete: (user: StaffUserView) => void;
}

/** The users: a table, whose rows become cards on a narrow screen. */
export function UsersTable({ users, viewer, ...acts }: UsersTableProps) {
  return (
    <table className="w-full border-collapse text-left text-[0.9375rem] max-lg:block lg:text-sm">
      <caption className="sr-only">Users, the newest first</caption>
      <thead className="max-lg:hidden">
        <tr className="border-b border-line-strong">
          <Head>Name</Head>
          <Head>Email</Head>
          <Head>Username</Head>
          <Head>Role</Head>
          <Head>Customer type</Head>
          <Head className="text-right">Lifetime value</Head>
          <Head>Status</Head>
          <Head>Created</Head>
          <Head>
            <span className="sr-only">Actions</span>
          </Head>
        </tr>
      </thead>
      <tbody className="max-lg:grid max-lg:gap-3 max-lg:sm:grid-cols-2">
        {users.map((user) => (
          <UserRow key={user.id} user={user} viewer={viewer} {...acts} />
        ))}
      </tbody>
    </table>
  );
}

interface UserRowProps extends Omit<UsersTableProps, "users"> {
  user: StaffUserView;
}

function UserRow({ user, viewer, onEdit, onDelete }: UserRowProps) {
  const money = useStoreMoney();
  return (
    <tr className="border-line max-lg:grid max-lg:grid-cols-[1fr_auto] max-lg:content-start max-lg:gap-x-4 max-lg:gap-y-1.5 max-lg:rounded-lg max-lg:border max-lg:bg-surface max-lg:p-4 lg:border-b lg:hover:bg-sunken">
      <Data className="font-medium break-words max-lg:self-center">
        <CustomerName of={{ kind: "account", id: user.id }} name={user.name} />
      </Data>
      <Data className="wrap-anywhere max-lg:col-span-2 max-lg:row-start-2">
        <BreaksAtSign>{user.email}</BreaksAtSign>
      </Data>
      <Data className="wrap-anywhere text-ink-soft max-lg:col-span-2 max-lg:row-start-3">
        <InCard>Username </InCard>
        <BreaksAtSign>{user.username}</BreaksAtSign>
      </Data>
      <Data className="whitespace-nowrap max-lg:row-start-4">
        <RoleBadge role={user.role} />
      </Data>
      <Data className="text-ink-soft max-lg:row-start-4 max-lg:justify-self-end">
        {choiceLabel(user.customerType || "individual")}
      </Data>
      <Data className="whitespace-nowrap tabular-nums max-lg:col-span-2 max-lg:row-start-6 lg:text-right">
        {money(user.totalLifetimeValue)}
        <span className="text-ink-soft max-lg:ml-2 lg:block lg:text-xs">
          {user.orderCount} {user.orderCount === 1 ? "order" : "orders"}
        </span>
      </Data>
      <Data className="max-lg:col-span-2 max-lg:row-start-5 lg:min-w-40">
        <StatusBadges {...user} />
      </Data>
      <Data className="whitespace-nowrap text-ink-soft max-lg:col-span-2 max-lg:row-start-7">
        <InCard>Created </InCard>
        {displayDate(user.createdAt)}
      </Data>
      <td className="max-lg:col-start-2 max-lg:row-start-1 max-lg:justify-self-end lg:py-1 lg:text-right">
        <UserMenu user={user} viewer={viewer} onEdit={() => onEdit(user)} onDelete={() => onDelete(user)} />
      </td>
    </tr>
  );
}

function Data({ className, children }: { className?: string; children: ReactNode }) {
  return <td className={classNames("lg:px-2 lg:py-2 lg:align-middle", className)}>{children}</td>;
}

/** An address that has no room on one line goes on at its "@". */
function BreaksAtSign({ children }: { children: string }) {
  const at = children.indexOf("@");
  if (at < 0) return children;
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

function Head({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <th scope="col" className={classNames("px-2 py-2 font-semibold", className)}>
      {children}
    </th>
  );
}
