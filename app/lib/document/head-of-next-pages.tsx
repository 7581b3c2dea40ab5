import { Links, Meta, useMatches } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useHydrated } from "#app/lib/use-hydrated.ts";

/** The document's head of pages that follow the first one without a new document. */
export function HeadOfNextPages() {
  return useHydrated() ? <FollowedHead /> : null;
}

/**
 * The head is the server's, and extensions add to it what they like. React draws that of the page shown where nobody
 * else comes; what changed from page to page is changed in the document.
 */
function FollowedHead() {
  useMatches();
  const [drawn] = useState(() => document.createElement("head"));
  const before = useRef<Element[]>();
  useEffect(() => {
    const now = [...drawn.children].map((element) => element.cloneNode(true) as Element);
    if (before.current) changeHead(before.current, now);
    before.current = now;
  });
  return createPortal(
    <>
      <Meta />
      <Links />
    </>,
    drawn,
  );
}

function changeHead(before: Element[], now: Element[]): void {
  const missingIn = (elements: Element[]) => (one: Element) =>
    !elements.some((each) => each.isEqualNode(one));
  const inDocument = [...document.head.children];
  for (const gone of before.filter(missingIn(now)))
    inDocument.find((each) => each.isEqualNode(gone) || isTitle(each, gone))?.remove();
  document.head.append(...now.filter(missingIn(before)).map((element) => element.cloneNode(true)));
}

/** A translator may have changed the words of the page's title. */
function isTitle(...elements: Element[]): boolean {
  return elements.every(({ tagName }) => tagName === "TITLE");
}
