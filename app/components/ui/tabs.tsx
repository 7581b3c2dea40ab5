import { Link } from "@remix-run/react";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from "react";
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

interface TabPanel<Key extends string> {
  key: Key;
  label: string;
  /** The panel contains an error. */
  hasErrors?: boolean;
  content: ReactNode;
}

interface TabPanelsProps<Key extends string> {
  label: string;
  panels: readonly TabPanel<Key>[];
  current: Key;
  onChange: (key: Key) => void;
}

/** Panels of one form, one visible at a time. All stay in the page, so that nothing typed is lost. */
export function TabPanels<Key extends string>({ label, panels, current, onChange }: TabPanelsProps<Key>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  const move = (event: KeyboardEvent) => {
    const at = panels.findIndex(({ key }) => key === current);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: panels.length - 1 }[event.key];
    const next = to === undefined ? undefined : panels.at(to % panels.length);
    if (!next) return;
    event.preventDefault();
    onChange(next.key);
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.key}"]`)?.focus();
  };

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className="flex gap-1 overflow-x-auto border-b border-line"
      >
        {panels.map(({ key, label: name, hasErrors }, index) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`${id}-tab-${index}`}
            data-tab={key}
            aria-selected={key === current}
            aria-controls={`${id}-panel-${index}`}
            tabIndex={key === current ? 0 : -1}
            onClick={() => onChange(key)}
            onKeyDown={move}
            className={classNames(
              "flex min-h-11 items-center gap-2 whitespace-nowrap border-b-2 px-3 text-[0.9375rem] font-medium -outline-offset-2",
              key === current ? "border-moss text-moss" : "border-transparent text-ink-soft hover:text-ink",
            )}
          >
            {name}
            {hasErrors && (
              <span className="size-2 rounded-full bg-clay">
                <span className="sr-only">has errors</span>
              </span>
            )}
          </button>
        ))}
      </div>
      {panels.map(({ key, content }, index) => (
        <div
          key={key}
          role="tabpanel"
          id={`${id}-panel-${index}`}
          aria-labelledby={`${id}-tab-${index}`}
          hidden={key !== current}
        >
          {content}
        </div>
      ))}
    </div>
  );
}
