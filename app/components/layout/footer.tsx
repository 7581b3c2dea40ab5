import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { classNames } from "#app/components/ui/class-names.ts";
import { displayTwelveHours } from "#app/lib/display.ts";
import type { StoreSummary, VisitorKind } from "#app/lib/root-data.ts";
import { companyFactsOf } from "#server/settings/company-facts.ts";
import { Logo } from "./header.tsx";
import {
  accountLinks,
  footerLegalLinks,
  footerProductLinks,
  footerQuickLinks,
  type NavigationItem,
} from "./navigation.ts";

const footerLink =
  "inline-flex min-h-8 items-center py-1 leading-snug text-ink-soft hover:text-ink hover:underline";

/** The footer of every page. The law wants the seller easy to find (E-Commerce Regulations 2002, regulation 6). */
export function Footer({ store, visitorKind }: { store: StoreSummary; visitorKind: VisitorKind }) {
  const quickLinks =
    visitorKind === "visitor" ? footerQuickLinks : [...footerQuickLinks, accountLinks[visitorKind]];
  return (
    <footer className="mt-16 border-t border-line bg-sunken">
      <div className="frame grid grid-cols-2 gap-x-8 gap-y-8 py-12 sm:gap-y-12 sm:py-16 lg:grid-cols-[1.4fr_1fr_1.2fr_1.4fr]">
        <div className="max-sm:col-span-2">
          <FooterBrand store={store} />
        </div>
        <FooterColumn title="Quick Links">
          <LinkList links={quickLinks} />
        </FooterColumn>
        <FooterColumn title="Products">
          <LinkList links={footerProductLinks.map((label) => ({ label, to: "/products" }))} />
        </FooterColumn>
        <FooterColumn title="Contact" className="max-sm:col-span-2">
          <ContactDetails store={store} />
        </FooterColumn>
      </div>
      <div className="border-t border-line">
        <div className="frame flex flex-wrap items-center justify-between gap-x-8 gap-y-2 py-6 text-sm text-ink-soft">
          <p>{[`© ${store.storeName}`, ...companyFactsOf(store)].join(" · ")}</p>
          <ul className="flex flex-wrap gap-x-6">
            {footerLegalLinks.map(({ label, to }) => (
              <li key={to}>
                <Link to={to} className={footerLink}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </footer>
  );
}

interface FooterColumnProps {
  title: string;
  className?: string;
  children: ReactNode;
}

function FooterColumn({ title, className, children }: FooterColumnProps) {
  return (
    <div className={classNames("text-[0.9375rem]", className)}>
      <h2 className="mb-3 text-lg">{title}</h2>
      {children}
    </div>
  );
}

function LinkList({ links }: { links: NavigationItem[] }) {
  return (
    <ul>
      {links.map(({ label, to }) => (
        <li key={label}>
          <Link to={to} className={footerLink}>
            {label}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The shop's name and what it is, at the top of the footer. */
export function FooterBrand({ store }: { store: StoreSummary }) {
  return (
    <div>
      <div className="flex items-center gap-2.5">
        <Logo className="size-9" />
        <span className="font-display text-xl tracking-tight">{store.storeName}</span>
      </div>
      <p className="mt-4 max-w-xs whitespace-pre-line text-[0.9375rem] text-ink-soft">
        {store.storeDescription}
      </p>
      <SocialIcons store={store} />
    </div>
  );
}

/** Icons, mere decoration until the owner enters addresses. */
const marks = [
  {
    name: "Facebook",
    setting: "facebookUrl",
    path: "M14 8.5V7c0-.8.3-1.2 1.300-1.200H17V3h-2.600C11.600 3 10.500 4.600 10.500 6.700v1.800H8.500v3h2V21H14v-9.500h2.500l.4-3z",
  },
  {
    name: "Instagram",
    setting: "instagramUrl",
    path: "M8 3h8a5 5 0 0 1 5 5v8a5 5 0 0 1-5 5H8a5 5 0 0 1-5-5V8a5 5 0 0 1 5-5zm0 2a3 3 0 0 0-3 3v8a3 3 0 0 0 3 3h8a3 3 0 0 0 3-3V8a3 3 0 0 0-3-3zm4 3a4 4 0 1 1 0 8 4 4 0 0 1 0-8zm0 2a2 2 0 1 0 0 4 2 2 0 0 0 0-4zm4.600-3.800a1.200 1.200 0 1 1 0 2.400 1.200 1.200 0 0 1 0-2.400z",
  },
  {
    name: "LinkedIn",
    setting: "linkedinUrl",
    path: "M4 9h3.500v11H4zm1.750-5.500a2 2 0 1 1 0 4 2 2 0 0 1 0-4zM10 9h3.300v1.600c.6-1 1.700-1.900 3.500-1.900 3.200 0 4.200 2 4.200 4.900V20h-3.500v-5.800c0-1.600-.5-2.500-1.800-2.500-1.500 0-2.200 1-2.200 2.600V20H10z",
  },
  {
    name: "YouTube",
    setting: "youtubeUrl",
    path: "M21.600 7.200a2.500 2.500 0 0 0-1.800-1.800C18.200 5 12 5 12 5s-6.200 0-7.800.4a2.500 2.500 0 0 0-1.800 1.800C2 8.800 2 12 2 12s0 3.200.4 4.800a2.500 2.500 0 0 0 1.800 1.800C5.800 19 12 19 12 19s6.200 0 7.800-.4a2.500 2.500 0 0 0 1.800-1.800c.4-1.600.4-4.800.4-4.800s0-3.200-.4-4.800zM10 15V9l5.200 3z",
  },
] as const;

/** Links where the owner entered an address, decoration otherwise. */
export function SocialIcons({ store }: { store: StoreSummary }) {
  return (
    <ul className="mt-5 -ml-2 flex gap-1 text-ink-soft">
      {marks.map(({ name, setting, path }) => (
        <li key={name} aria-hidden={store[setting] === "" || undefined}>
          {store[setting] === "" ? (
            <span className="block p-2">
              <Mark path={path} />
            </span>
          ) : (
            <a
              href={store[setting]}
              rel="noopener noreferrer"
              aria-label={`${store.storeName} on ${name}`}
              className="block rounded-full p-2 hover:bg-paper hover:text-ink"
            >
              <Mark path={path} />
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}

function Mark({ path }: { path: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" className="size-5" fill="currentColor" fillRule="evenodd">
      <path d={path} />
    </svg>
  );
}

const contactLink = "inline-flex min-h-8 items-center hover:text-ink hover:underline";

interface ContactDetailsProps {
  store: StoreSummary;
  /** The footer shows 9:00-17:00, the contact page 9:00 AM - 5:00 PM. */
  clock?: 12 | 24;
}

/** The shop's address, contacts and opening hours. */
export function ContactDetails({ store, clock = 24 }: ContactDetailsProps) {
  return (
    <>
      <address className="flex flex-col items-start not-italic text-ink-soft">
        <span className="mb-1 max-w-60 whitespace-pre-line">{store.storeAddress}</span>
        {store.storePhone && (
          <a href={`tel:${store.storePhone.replace(/\(0\)|[^+\d]/g, "")}`} className={contactLink}>
            {store.storePhone}
          </a>
        )}
        <a href={`mailto:${store.storeEmail}`} className={contactLink}>
          {store.storeEmail}
        </a>
      </address>
      <h3 className="mt-4 mb-1 font-text text-sm font-semibold tracking-normal">Opening hours</h3>
      <dl className="grid max-w-60 grid-cols-[5rem_1fr] text-ink-soft">
        {openingHoursOf(store).map(({ days, hours }) => (
          <div key={days} className="contents">
            <dt>{days}</dt>
            <dd>{clock === 12 ? displayTwelveHours(hours) : hours}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** Address, telephone, email and opening hours, from the settings. */
function openingHoursOf(store: StoreSummary) {
  return [
    { days: "Mon-Fri", hours: store.openingHoursWeekdays || "closed" },
    { days: "Sat", hours: store.openingHoursSaturday || "closed" },
    { days: "Sun", hours: store.openingHoursSunday || "closed" },
  ];
}
