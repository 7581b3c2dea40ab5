/** The addresses that account mails lead to. */
export function verificationLink(publicUrl: string, email: string, token: string): string {
  return `${publicUrl}/verify-email?${new URLSearchParams({ email, token })}`;
}

/** Where a password is set, the first as well as a new one. */
export function passwordLink(publicUrl: string, token: string): string {
  return `${publicUrl}/reset-password?${new URLSearchParams({ token })}`;
}

/** Where whoever reads mail at the old address of an account takes a change of address back. */
export function undoEmailChangeLink(publicUrl: string, token: string): string {
  return `${publicUrl}/undo-email-change?${new URLSearchParams({ token })}`;
}
