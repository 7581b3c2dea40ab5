import { Link } from "@remix-run/react";
import { footerLegalLinks } from "#app/components/layout/navigation.ts";
import { AskBeforeLeaving } from "#app/components/staff/unsaved-changes.tsx";
import type { PageFrame } from "#app/lib/document/route-handle.ts";
import { useRootData } from "#app/lib/root-data.ts";
import { PhoneBar, SideNavigation } from "./side-navigation.tsx";
import { StaffHeader } from "./staff-header.tsx";

/** The frame of every page for staff: one line above, the navigation beside or below it, one line at the end. */
export const staffFrame: PageFrame = {
  className: "workplace",
  Before: () => (
    <>
      <StaffHeader />
      <SideNavigation />
      <noscript>
        <p className="border-b border-line bg-clay-soft px-4 py-2">
          Pages for staff need JavaScript: please turn it on for this site.
        </p>
      </noscript>
    </>
  ),
  After: () => (
    <>
      <StaffFooter />
      <PhoneBar />
      <AskBeforeLeaving />
    </>
  ),
};

function StaffFooter() {
  const store = useRootData()?.store;
  if (!store) return null;
  return (
    <footer className="border-t border-line px-4 py-2 text-xs text-ink-soft print:hidden">
      <ul className="flex flex-wrap items-center gap-x-4">
        <li>© {store.storeName}</li>
        <li>
          <Link to="/products" className="inline-flex min-h-7 items-center hover:underline">
            View the shop
          </Link>
        </li>
        <li>
          <Link
            to="/admin/keys"
            aria-keyshortcuts="?"
            className="inline-flex min-h-7 items-center hover:underline"
          >
            Keys
          </Link>
        </li>
        {footerLegalLinks.map(({ label, to }) => (
          <li key={to}>
            <Link to={to} className="inline-flex min-h-7 items-center hover:underline">
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </footer>
  );
}
