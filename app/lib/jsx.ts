import { jsxDEV as jsxInDevelopment } from "react/jsx-dev-runtime";
import { jsx, jsxs as jsxOfSeveral } from "react/jsx-runtime";

/*
 * What JSX compiles to (`jsxImportSource` in tsconfig.json): React's own, but an element that has nothing but text has it
 * in one piece. React changes the text of such an element as a whole. Of several pieces it keeps the nodes, and where a
 * translator has put its own in their place it changes what nobody sees, or throws (docs/decisions/091).
 */

export { createElement } from "react";
export type { JSX } from "react/jsx-runtime";
export { Fragment, jsx } from "react/jsx-runtime";

type Element = ReturnType<typeof jsx>;
type Type = Parameters<typeof jsx>[0];
type Props = { children?: unknown };

export function jsxs(type: Type, props: Props, key?: string): Element {
  const whole = withWholeText(props);
  return whole ? jsx(type, whole, key) : jsxOfSeveral(type, props, key);
}

export function jsxDEV(
  type: Type,
  props: Props,
  key: string | undefined,
  isStatic: boolean,
  ...place: [source?: Parameters<typeof jsxInDevelopment>[4], self?: unknown]
): Element {
  const whole = isStatic ? withWholeText(props) : null;
  return jsxInDevelopment(type, whole ?? props, key, isStatic && !whole, ...place);
}

function withWholeText({ children, ...props }: Props): Props | null {
  if (!Array.isArray(children) || !children.every(isText)) return null;
  return { ...props, children: children.filter((child) => typeof child !== "boolean").join("") };
}

/** What React draws as text, or not at all. */
function isText(child: unknown): boolean {
  return child === null || child === undefined || ["string", "number", "boolean"].includes(typeof child);
}
