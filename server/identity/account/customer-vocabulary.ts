/** The options of the user's choice fields. */
export const customerTypes = [
  "individual",
  "business",
  "agriculture",
  "research",
  "government",
  "ngo",
] as const;
export const contactMethods = ["email", "phone", "sms", "mail", "none"] as const;
export const customerSegments = ["retail", "wholesale", "enterprise", "academic", "startup"] as const;
export const acquisitionSources = [
  "website",
  "search",
  "social",
  "referral",
  "email",
  "event",
  "direct",
] as const;

/** How a choice of a user's field is read: "agriculture" as "Agriculture". */
export function choiceLabel(choice: string): string {
  return choice === "ngo" || choice === "sms"
    ? choice.toUpperCase()
    : choice.charAt(0).toUpperCase() + choice.slice(1);
}
