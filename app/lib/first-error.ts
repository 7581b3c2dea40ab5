interface CheckedField {
  name: string;
  errors?: string[];
}

/**
 * Says for each field whether a page that comes back with mistakes should begin there: at the first that has one. For
 * `autoFocus`; with JavaScript the form library moves the focus by itself.
 */
export function beginsAtFirstError(...fields: CheckedField[]): (field: CheckedField) => boolean {
  const first = fields.find(({ errors }) => errors !== undefined);
  return (field) => first !== undefined && field.name === first.name;
}
