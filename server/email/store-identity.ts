import { type Currency, type CurrencyCode, currencyFullName } from "#server/pricing/money.ts";
import { abroadServed } from "#server/pricing/served-places.ts";
import { companyFactsOf } from "#server/settings/company-facts.ts";
import { type Promises, placesServedText, servedPlacesOf } from "#server/settings/promises.ts";
import type { StoreSettings } from "#server/settings/store-settings.ts";

/** The shop's identity, which every mail must state (docs/rules.md#mails-2). */
export interface StoreIdentity {
  name: string;
  address: string;
  phone: string;
  email: string;
  /** Without a trailing slash. */
  url: string;
  /** Company number, registered office and VAT number, where they are set. */
  companyFacts: string[];
}

export function storeIdentityOf(settings: StoreSettings, publicUrl: string): StoreIdentity {
  return {
    name: settings.storeName,
    address: settings.storeAddress,
    phone: settings.storePhone,
    email: settings.storeEmail,
    url: publicUrl,
    companyFacts: companyFactsOf(settings),
  };
}

/** Recipient of the shop's own alerts: the order notification address, else the store's. */
export function notificationAddressOf(
  settings: Pick<StoreSettings, "orderNotificationEmail" | "storeEmail">,
): string {
  return settings.orderNotificationEmail || settings.storeEmail;
}

interface TermsSection {
  heading: string;
  paragraphs: string[];
  links?: { label: string; to: string }[];
}

/** The shop's terms of sale: a page shows them, and every confirmation contains them (docs/rules.md#mails-1). */
export function contractTermsOf(promises: Promises, currency: Currency | CurrencyCode): TermsSection[] {
  return [...beforeDelivery(currency), deliverySection(promises), ...afterDelivery];
}

const beforeDelivery = (currency: Currency | CurrencyCode): TermsSection[] => [
  {
    heading: "Who these terms are for",
    paragraphs: [
      "They apply to everything you buy from us on this site. Name, address and other details of the seller stand at the foot of every page and of every email. If you buy as a consumer, you have rights by law that no terms can take away; where something below is only for consumers or only for businesses, it says so.",
    ],
  },
  {
    heading: "Ordering and paying",
    paragraphs: [
      `Prices are in ${currencyFullName(currency)} and include VAT. What delivery costs is shown before you pay. You order by pressing the button that names the amount; we confirm the order by email, and with that the contract is made. You can correct what you typed at any time before you press the button.`,
      "Cards are handled by Stripe, and PayPal by PayPal: we never see your card. If something cannot be supplied after all, we tell you and return what you paid for it.",
      "If a price was wrong by an obvious mistake, we need not sell at it: we ask you whether you want the goods at the right price, or return your money.",
    ],
  },
];

function deliverySection(promises: Promises): TermsSection {
  const { bulkDelivery, latestDeliveryDays, collects } = promises;
  const carried = collects
    ? "Goods come by carrier, or you collect them from our yard."
    : "Goods come by carrier.";
  const how = [placesSentence(promises), carried, bulkDelivery].filter(Boolean).join(" ");
  return {
    heading: "Delivery",
    paragraphs: [
      `${how} Unless we agree something else with you, goods come without undue delay and within ${latestDeliveryDays} days of the order at the latest.`,
      "For consumers, goods are at our risk until you, or somebody you named, have received them. For businesses the risk passes when we hand them to the carrier. Goods are yours once they are paid for.",
    ],
    links: [{ label: "Delivery", to: "/delivery" }],
  };
}

/**
 * Where the shop delivers. What the checkout calls the total is all that is paid: only how and when is agreed for other
 * countries.
 */
export function placesSentence(
  promises: Pick<Promises, "countriesServed" | "northernIrelandServed" | "ratedByTable">,
): string {
  const places = placesServedText(promises);
  if (abroadServed(servedPlacesOf(promises)) === null) return `We deliver within ${places} only.`;
  const where = places === null ? "We deliver within the United Kingdom." : `We deliver to ${places}.`;
  if (promises.ratedByTable) return `${where} What delivery costs is in the total that you pay.`;
  return `${where} Delivery outside the United Kingdom costs nothing beyond the total that you pay; how and when it comes we agree with you before we send anything, and if we cannot agree, you get your money back in full.`;
}

const afterDelivery: TermsSection[] = [
  {
    heading: "Your right to cancel, and faults",
    paragraphs: [
      "As a consumer you may cancel within 14 days of delivery, as the Returns page explains. Goods must be as described, fit for their purpose and of satisfactory quality; if they are not, the law gives you the right to a repair, a replacement or your money back.",
      "When you cancel, send the goods back within 14 days of telling us; you bear the direct cost of that. We return what you paid, standard delivery included, within 14 days of having the goods or proof that you sent them, by the means you paid with. The right does not cover goods sealed for hygiene once they are unsealed, or goods that have been mixed inseparably with others.",
    ],
    links: [{ label: "Returns", to: "/returns" }],
  },
  {
    heading: "Advice and use",
    paragraphs: [
      "Figures describe our biochar as it leaves the yard; soils and seasons differ. Ask a vet before feeding it to animals, and an engineer before building with it. Carbon figures are gross and are no carbon credits.",
    ],
  },
  {
    heading: "Your account and this site",
    paragraphs: [
      "Keep your password to yourself, and tell us if you think that somebody else knows it. We may suspend an account that is used to harm the shop or others. Words and pictures on this site are ours; you are welcome to quote and to link.",
    ],
  },
  {
    heading: "What we answer for",
    paragraphs: [
      "If we break this contract or are careless, we answer for the loss that could be foreseen when you ordered. We do not exclude or limit anything where the law forbids it, such as for death or injury caused by carelessness, for fraud, or for the rights of a consumer in faulty goods. Towards businesses we do not answer for lost profit.",
      "Neither side answers for what it could not have prevented, such as a flood or a strike, while it lasts. If it delays your order for long, you may cancel and have your money back.",
    ],
  },
  {
    heading: "Complaints and law",
    paragraphs: [
      "If something is not right, write or ring: a person answers. English law applies. Consumers who live in Scotland, Wales or Northern Ireland keep the protection of the law there and may go to court there. Nothing here takes away rights that you have as a consumer.",
      "The terms in force when you ordered are those of your contract; your confirmation carries them.",
    ],
  },
];
