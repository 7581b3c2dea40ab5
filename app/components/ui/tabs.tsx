import { Link } from "@remix-run/react";
import { classNames } from "./class-names.ts";

export interface TabLink {
  label: string;
  to: string;
  current: boolean;
  /** Shown in a small circle, for counts that need attention. */
  count?: number;
}

/** Tabs whose state is in the address: plain links, so that they work without JavaScript and can be shared. */
export function Tabs({ label, tabs }: { label: string; tabs: TabLink[] }) {
  return (
    <nav aria-label={label} className="overflow-x-auto border-b border-line">
      <ul className="flex gap-1">
        {tabs.map((tab) => (
          <li key={tab.to}>
            <Link
              to={tab.to}
              preventScrollReset
              aria-current={tab.current ? "page" : undefined}
              className={classNames(
                "flex min-h-11 items-center gap-2 whitespace-nowrap border-b-2 px-4 font-medium no-underline -outline-offset-2",
                tab.current ? "border-moss text-moss" : "border-transparent text-ink-soft hover:text-ink",
              )}
            >
              {tab.label}
              {tab.count ? (
                <span className="rounded-full bg-clay px-2 py-0.5 text-xs text-on-clay">{tab.count}</span>
              ) : null}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
