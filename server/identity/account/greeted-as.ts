/**
 * The name with which a mail may greet the holder of an address: none until its link was opened. Somebody who
 * registered another person's address chose that name, and would speak to them in the shop's mails.
 */
export function greetedAs({ name, isVerified }: { name: string; isVerified: boolean }): string {
  return isVerified ? name : "";
}
