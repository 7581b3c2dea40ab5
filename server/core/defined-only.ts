/** Without what is `undefined`: it means "not named", where the ORM would store a null. */
export function definedOnly<T extends object>(values: T): Partial<T> {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Partial<T>;
}
