/** The member states of the European Union, as ISO 3166 codes. */
const members = new Set([
  ...["AT", "BE", "BG", "CY", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "GR", "HR", "HU"],
  ...["IE", "IT", "LT", "LU", "LV", "MT", "NL", "PL", "PT", "RO", "SE", "SI", "SK"],
]);

/** Whether a country, named by its code, is in the European Union. */
export function isInEuropeanUnion(countryCode: string): boolean {
  return members.has(countryCode);
}
