/** The forms that a batch has, by their media types; the first is for whoever takes anything. */
export const forms = {
  page: "text/html",
  linkedData: "application/ld+json",
  linkset: "application/linkset+json",
} as const;

export type Form = keyof typeof forms;

/** What an address that has these forms answers to whoever takes none of them. */
export const NOT_ACCEPTABLE = `This address has a page (${forms.page}), linked data (${forms.linkedData}) and a linkset (${forms.linkset}).`;
