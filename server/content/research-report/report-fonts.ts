/** The typefaces of the report: of those that every PDF reader has. */
export const reportFonts = { heading: "Times-Bold", body: "Helvetica", strong: "Helvetica-Bold" } as const;

/** The shop's ink and moss. */
export const reportColours = {
  ink: "#22261f",
  soft: "#5a6054",
  moss: "#3c5a2e",
  mossSoft: "#dfe6d6",
  line: "#dcd8cd",
} as const;
