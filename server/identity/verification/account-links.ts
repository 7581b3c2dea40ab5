/** The addresses in account mails. */
export function verificationLink(publicUrl: string, email: string, token: string): string {
  return `${publicUrl}/verify-email?${new URLSearchParams({ email, token })}`;
}

/** The page that sets a password, the first as well as a new one. */
export function passwordLink(publicUrl: string, token: string): string {
  return `${publicUrl}/reset-password?${new URLSearchParams({ token })}`;
}

/** The page on which the reader of the old address's mail undoes a change of address. */
export function undoEmailChangeLink(publicUrl: string, token: string): string {
  return `${publicUrl}/undo-email-change?${new URLSearchParams({ token })}`;
}
