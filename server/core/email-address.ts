import { z } from "zod";

/** The domain in the letters that mail servers know, so that one address is one account however it was typed. */
export function withPlainDomain(typed: string): string {
  const address = typed.replaceAll(/\p{Cf}/gu, "");
  const [, before = "", domain = ""] = /^(.*@)([^@]*\P{ASCII}[^@]*)$/u.exec(address) ?? [];
  return URL.canParse(`http://${domain}`) && /^[^/?#:\\\s]+$/.test(domain)
    ? before + new URL(`http://${domain}`).hostname
    : address;
}

/** An email address as a browser's own field takes it ("r&d@example.com", "ann@bücher.example"). */
export function emailAddress(message: string, tooLong = message, missing = message) {
  return z
    .string(missing)
    .trim()
    .overwrite(withPlainDomain)
    .min(1, { error: missing, abort: true })
    .max(254, tooLong)
    .meta({ format: "email" })
    .pipe(z.email({ pattern: z.regexes.html5Email, error: message }));
}
