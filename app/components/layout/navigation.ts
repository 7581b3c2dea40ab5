import type { VisitorKind } from "#app/lib/root-data.ts";

export interface NavigationItem {
  label: string;
  to: string;
  children?: NavigationItem[];
}

/** The header's links. */
export const headerNavigation: NavigationItem[] = [
  { label: "Home", to: "/" },
  { label: "About", to: "/about" },
  {
    label: "Manufacturing",
    to: "/manufacturing",
    children: [
      { label: "EBC Certification", to: "/manufacturing/ebc-certification" },
      { label: "International Biochar Initiative", to: "/manufacturing/international-biochar-initiative" },
      { label: "Verified Carbon Standard", to: "/manufacturing/co2-certification" },
      { label: "Puro Earth", to: "/manufacturing/puro-earth" },
      { label: "The Science", to: "/science" },
    ],
  },
  { label: "Shop", to: "/products" },
  { label: "Q&A", to: "/qa" },
  {
    label: "Blog",
    to: "/blog",
    children: [
      { label: "Applications", to: "/applications" },
      { label: "Community Impact", to: "/community" },
    ],
  },
  { label: "Contact", to: "/contact" },
];

/** Where a visitor signs in, or finds what is theirs. */
export const accountLinks: Record<VisitorKind, NavigationItem> = {
  visitor: { label: "Login", to: "/login" },
  customer: { label: "Account", to: "/account" },
  staff: { label: "Dashboard", to: "/admin" },
};

export const footerQuickLinks: NavigationItem[] = [
  { label: "Home", to: "/" },
  { label: "About Us", to: "/about" },
  { label: "Products", to: "/products" },
  { label: "Science & Research", to: "/science" },
  { label: "Blog", to: "/blog" },
  { label: "Contact", to: "/contact" },
];

/** All link to the catalogue. */
export const footerProductLinks = [
  "Premium Biochar",
  "Biochar Compost Mix",
  "Specialized Plant Biochar",
  "Bulk Orders",
  "Commercial Solutions",
];

export const footerLegalLinks: NavigationItem[] = [
  { label: "Privacy Policy", to: "/privacy" },
  { label: "Terms of Service", to: "/terms" },
  { label: "Cookie Policy", to: "/cookies" },
  { label: "Delivery", to: "/delivery" },
  { label: "Returns", to: "/returns" },
  { label: "Accessibility", to: "/accessibility" },
  { label: "Past newsletters", to: "/newsletter/issues" },
];

/** Whether the current page is this item or one of the pages below it (by address or by sub-link). */
export function isCurrent(item: NavigationItem, pathname: string): boolean {
  if (item.to === "/") return pathname === "/";
  if (pathname === item.to || pathname.startsWith(`${item.to}/`)) return true;
  return item.children?.some((child) => child.to === pathname) ?? false;
}
