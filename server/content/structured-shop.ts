import type { StoreSettingsValues } from "#server/settings/store-settings.ts";

type Seller = Pick<
  StoreSettingsValues,
  | "storeName"
  | "storeDescription"
  | "storeAddress"
  | "storePhone"
  | "storeEmail"
  | "vatNumber"
  | "facebookUrl"
  | "instagramUrl"
  | "linkedinUrl"
  | "youtubeUrl"
>;

/** Who keeps the shop, in the words of schema.org; what no setting says is left out. */
export function structuredOrganisation(seller: Seller, publicUrl: string) {
  const profiles = [seller.facebookUrl, seller.instagramUrl, seller.linkedinUrl, seller.youtubeUrl];
  const sameAs = profiles.filter(Boolean);
  return {
    "@context": "https://schema.org",
    "@type": "Organization",
    name: seller.storeName,
    url: `${publicUrl}/`,
    logo: `${publicUrl}/logo.svg`,
    description: seller.storeDescription || undefined,
    address: seller.storeAddress || undefined,
    telephone: seller.storePhone || undefined,
    email: seller.storeEmail || undefined,
    vatID: seller.vatNumber || undefined,
    sameAs: sameAs.length > 0 ? sameAs : undefined,
  };
}

/** The site, and how to search its catalogue. */
export function structuredWebSite(storeName: string, publicUrl: string) {
  return {
    "@context": "https://schema.org",
    "@type": "WebSite",
    name: storeName,
    url: `${publicUrl}/`,
    potentialAction: {
      "@type": "SearchAction",
      target: `${publicUrl}/products?search={search_term_string}`,
      "query-input": "required name=search_term_string",
    },
  };
}
