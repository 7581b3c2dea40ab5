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
export const researchRefusals: Record<Exclude<ResearchAccess, "granted">, string> = {
  unverified: "Please verify your email address to download the research report.",
  processing: "Your research access is being processed. Please try again in a moment.",
};
