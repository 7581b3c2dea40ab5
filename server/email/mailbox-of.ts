/** The mailbox behind an address: "Ada+shop@Example.com" reaches whom "ada@example.com" does. */
export function mailboxOf(address: string): string {
  const [local = "", ...domain] = address.trim().toLowerCase().split("@");
  return `${local.split("+")[0] || local}@${domain.join("@")}`;
}
