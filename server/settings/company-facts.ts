import type { StoreSettingsValues } from "./store-settings.ts";

// A module of its own: every page has it in its footer, and none needs the default settings.

/**
 * What a company must say of itself wherever it trades (docs/rules.md#settings-5); only what the owner has filled in.
 */
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
