/** The addresses that account mails lead to. */
export function verificationLink(publicUrl: string, email: string, token: string): string {
  return `${publicUrl}/verify-email?${new URLSearchParams({ email, token })}`;
}

/** Where a password is set, the first as well as a new one. */
export function passwordLink(publicUrl: string, token: string): string {
  return `${publicUrl}/reset-password?${new URLSearchParams({ token })}`;
}
