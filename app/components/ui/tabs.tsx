import { Link } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { classNames } from "./class-names.ts";

interface TabLink {
  label: string;
  to: string;
  current: boolean;
}

/** Tabs whose state is in the address: plain links, so that they work without JavaScript and can be shared. */
export function Tabs({ label, tabs }: { label: string; tabs: TabLink[] }) {
  const row = useRef<HTMLElement>(null);
  const current = tabs.find((tab) => tab.current)?.to;
  // On a narrow screen the open tab may be outside the visible part of the row.
  useEffect(() => {
    const link = current && row.current?.querySelector<HTMLElement>("[aria-current=page]");
    if (!row.current || !link) return;
    const middle = link.offsetLeft - row.current.offsetLeft + link.offsetWidth / 2;
    row.current.scrollLeft = middle - row.current.clientWidth / 2;
  }, [current]);
  return (
    <nav ref={row} aria-label={label} className="scroll-hint overflow-x-auto border-b border-line">
      {/* Without JavaScript nothing scrolls to the open tab, so the tabs wrap into rows. */}
      <ul className="flex gap-1 noscript:flex-wrap">
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
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
