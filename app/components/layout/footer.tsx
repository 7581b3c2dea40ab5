import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { classNames } from "#app/components/ui/class-names.ts";
import type { StoreSummary } from "#app/lib/root-data.ts";
import { companyFactsOf } from "#server/settings/company-facts.ts";
import { ContactDetails } from "./contact-details.tsx";
import { FooterBrand } from "./footer-brand.tsx";
import { footerLegalLinks, footerProductLinks, footerQuickLinks, type NavigationItem } from "./navigation.ts";

const footerLink =
  "inline-flex min-h-8 items-center py-1 leading-snug text-ink-soft hover:text-ink hover:underline";

/** The foot of every page. Who sells must be easy to find (E-Commerce Regulations 2002, regulation 6). */
export function Footer({ store }: { store: StoreSummary }) {
  return (
    <footer className="mt-16 border-t border-line bg-sunken">
      <div className="frame grid grid-cols-2 gap-x-8 gap-y-12 py-16 lg:grid-cols-[1.4fr_1fr_1.2fr_1.4fr]">
        <div className="max-sm:col-span-2">
          <FooterBrand store={store} />
        </div>
        <FooterColumn title="Quick Links">
          <LinkList links={footerQuickLinks} />
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
