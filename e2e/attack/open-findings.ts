/** Findings that are being mended, and what is awaited: their recipes may still work. None stays here for long. */
export const openFindings: Readonly<Record<string, string>> = {
  M5: "limits by address and account",
  M6: "limits by address and account",
  M16: "limit by recipient",
  L32: "numbers of guests",
  floods: "limits and ceilings",
};
