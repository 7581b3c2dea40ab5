/** A field's name as PayPal writes it: the SDK's `addressLine1` is `address_line_1` on the wire. */
type OnTheWire<Name> = Name extends `${infer Letter}${infer Rest}`
  ? `${Letter extends Lowercase<Letter> ? (Letter extends `${number}` ? `_${Letter}` : Letter) : `_${Lowercase<Letter>}`}${OnTheWire<Rest>}`
  : Name;

/** What one of the types of PayPal's SDK is on the wire: the same fields, with enumerations as texts. */
export type Wire<Type> = Type extends string
  ? `${Type}`
  : Type extends readonly (infer Item)[]
    ? Wire<Item>[]
    : Type extends object
      ? { [Name in keyof Type as OnTheWire<Name>]: Wire<Type[Name]> }
      : Type;
