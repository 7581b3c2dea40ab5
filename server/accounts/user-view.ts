/** What mails say of whom they go to. */
interface Addressee {
  name: string;
  email: string;
  username: string;
  emailProvenAt?: Date | null;
}

/**
 * The name for the greeting in mails: none until its owner has proven the address. Somebody who registered another
 * person's address chose that name, and could otherwise put words into the shop's mails.
 */
export function greetedAs({ name, emailProvenAt }: Pick<Addressee, "name" | "emailProvenAt">): string {
  return emailProvenAt ? name : "";
}

/** What mails call the username, which is free text too: the address opens the account as well. */
export function signsInAs({ username, email, emailProvenAt }: Omit<Addressee, "name">): string {
  return emailProvenAt ? username : email;
}

/** A person's access to the research report (docs/rules.md#accounts-10). */
export type ResearchAccess = "unverified" | "processing" | "granted";

/**
 * Access needs a verified address and the flag. Verification sets the flag through a job, so a verified person
 * without it is being processed.
 */
export function researchAccessOf(user: { isVerified: boolean; hasResearchAccess: boolean }): ResearchAccess {
  if (!user.isVerified) return "unverified";
  return user.hasResearchAccess ? "granted" : "processing";
}

/** The message for somebody without access. */
export const researchDenials: Record<Exclude<ResearchAccess, "granted">, string> = {
  unverified: "Please verify your email address to download the research report.",
  processing: "Your research access is being processed. Please try again in a moment.",
};

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

/** The text beside the unticked box, stored with the consent as evidence (docs/rules.md#accounts-13). */
export const MARKETING_CONSENT_WORDING =
  "Email me about new products, research and offers. I can unsubscribe at any time.";

/** The user's columns for yes or no: a yes stores when, where and to which text it was given. */
export function marketingConsent(optIn: boolean, now: Date, source: string) {
  return {
    emailOptIn: optIn,
    emailConsentAt: optIn ? now : null,
    emailConsentSource: optIn ? source : "",
    emailConsentWording: optIn ? MARKETING_CONSENT_WORDING : "",
  };
}

/**
 * What a buyer without an account reads at the checkout: the soft opt-in (PECR, regulation 22(3)) allows emails about
 * similar products to who bought, where they could refuse at the time and can at any later one.
 */
export const SOFT_OPT_IN_WORDING =
  "As our customer you may get emails about our own similar products. You can refuse now, and at any time later.";

/** The label of the box that refuses; it is not ticked. */
export const SOFT_OPT_IN_REFUSAL = "No emails about similar products, please";

/** Where a soft opt-in is from, in the place of the page of a consent. */
export const SOFT_OPT_IN_SOURCE = "checkout, soft opt-in";

/** The columns of a customer who was asked at the checkout and did not refuse. */
export function softOptInOf(now: Date) {
  return {
    emailOptIn: true,
    emailConsentAt: now,
    emailConsentSource: SOFT_OPT_IN_SOURCE,
    emailConsentWording: `${SOFT_OPT_IN_WORDING} [ ] ${SOFT_OPT_IN_REFUSAL}`,
  };
}
