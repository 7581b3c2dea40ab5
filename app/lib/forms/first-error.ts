interface CheckedField {
  name: string;
  errors?: string[];
}

/**
 * Tells for each field whether a page that comes back with errors should focus it: the first field with an error. For
 * `autoFocus`; with JavaScript the form library moves the focus.
 */
export function beginsAtFirstError(...fields: CheckedField[]): (field: CheckedField) => boolean {
  const first = fields.find(({ errors }) => errors !== undefined);
  return (field) => first !== undefined && field.name === first.name;
}
