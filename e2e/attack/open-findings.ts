/** Findings that are being mended, and what is awaited: their recipes may still work. None stays here for long. */
export const openFindings: Readonly<Record<string, string>> = {
  H3: "holds by address and units",
  M5: "limits by address and account",
  M6: "limits by address and account",
  M7: "limits by /64",
  M8: "limit of look-ups at providers",
  M12: "keys ask for the password",
  M13: "backups open no door",
  M15: "new addresses and roles ask for the password",
  M16: "limit by recipient",
  M17: "limit of carts",
  M18: "ceiling of searches",
  L20: "time of a change of address",
  L27: "links, codes and sessions",
  L31: "limit of PDFs",
  L32: "numbers of guests",
  floods: "limits and ceilings",
};
