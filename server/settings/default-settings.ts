import type { StoreSettingsValues } from "./store-settings.ts";

/** The settings of a new shop; the owner replaces the company's data. */
export const defaultSettings: StoreSettingsValues = {
  storeName: "Oxbow Biochar",
  storeDescription:
    "Biochar made in small batches from sustainable British forestry, for gardens, farms and industry.",
  storeAddress: "Oxbow Yard, Mill Lane, Ludlow, Shropshire SY8 1AA",
  storePhone: "01584 000 000",
  storeEmail: "hello@oxbowbiochar.example",
  companyNumber: "",
  vatNumber: "",
  registeredOffice: "",
  openingHoursWeekdays: "9:00-17:00",
  openingHoursSaturday: "10:00-14:00",
  openingHoursSunday: "closed",
  facebookUrl: "",
  instagramUrl: "",
  linkedinUrl: "",
  youtubeUrl: "",
  currency: "GBP",
  staffTwoFactor: true,
  taxEnabled: true,
  taxRate: 0.2,
  taxLabel: "VAT",
  taxIncludedInPrices: false,
  zeroRateExports: false,
  shippingEnabled: true,
  freeShippingThreshold: 100,
  standardShippingCost: 9.99,
  expressShippingCost: 19.99,
  shippingCalculationType: "flat",
  paypalEnabled: true,
  braintreeEnabled: true,
  cashOnDeliveryEnabled: false,
  bankTransferEnabled: true,
  orderNumberPrefix: "OXB",
  orderStatusAfterPayment: "processing",
  autoCompleteOrders: false,
  orderNotificationEmail: "",
  customerRegistration: true,
  guestCheckout: true,
  customerAccountCreation: "automatic",
  stockManagement: true,
  lowStockThreshold: 5,
  hideOutOfStock: false,
  productReviews: true,
};

/** What a company must state about itself (docs/rules.md#settings-5), as far as the owner has entered it. */
export function companyFactsOf(
  settings: Pick<StoreSettingsValues, "companyNumber" | "vatNumber" | "registeredOffice">,
): string[] {
  const { companyNumber, vatNumber, registeredOffice } = settings;
  return [
    companyNumber && `Company no. ${companyNumber}`,
    registeredOffice && `Registered office: ${registeredOffice}`,
    vatNumber && `VAT no. ${vatNumber}`,
  ].filter((fact) => fact !== "");
}
