/**
 * Questions about a page's layout. These functions run in the page, so each is self-contained; they use no timer, so
 * that they also run without JavaScript.
 */

/** Elements that extend beyond the screen or their own box or are clipped, and pictures that did not load. */
export function whatIsBroken(): string[] {
  const broken: string[] = [];
  const screen = document.documentElement.clientWidth;
  const nameOf = (element: Element) => element.outerHTML.replace(/\s+/g, " ").slice(0, 150);
  if (document.documentElement.scrollWidth > screen) {
    broken.push(`the page is ${document.documentElement.scrollWidth} pixels wide on a screen of ${screen}`);
  }

  const cutters = new Map<Element, boolean>();
  /** Inside an element that scrolls or clips. */
  const isInside = (element: Element | null): boolean => {
    if (!element || element === document.body) return false;
    const cached = cutters.get(element);
    if (cached !== undefined) return cached;
    const inside = getComputedStyle(element).overflowX !== "visible" || isInside(element.parentElement);
    cutters.set(element, inside);
    return inside;
  };

  const range = document.createRange();
  const reaches = (node: Node, edge: number): boolean => {
    range.selectNode(node);
    return [...range.getClientRects()].some(({ right, width }) => width > 1 && right > edge);
  };

  /**
   * Text or elements in a box's flow that overflow it; positioned ones may. By hand: without JavaScript the filter of a
   * tree walker may not run.
   */
  const standsOut = (box: Element, edge: number): boolean => {
    for (const node of box.childNodes) {
      if (node instanceof Text && node.data.trim() !== "" && reaches(node, edge)) return true;
      if (!(node instanceof Element)) continue;
      const { position, visibility, display, overflowX } = getComputedStyle(node);
      if (position === "absolute" || position === "fixed") continue;
      if (visibility === "hidden" || display === "none") continue;
      if (overflowX !== "visible" && node.getBoundingClientRect().right <= edge) continue;
      if (reaches(node, edge) || standsOut(node, edge)) return true;
    }
    return false;
  };

  for (const element of document.body.querySelectorAll<HTMLElement>("*")) {
    if (element instanceof SVGElement) continue;
    const { left, right, width, height } = element.getBoundingClientRect();
    if (width <= 1 || height <= 1 || !element.checkVisibility({ visibilityProperty: true })) continue;
    const style = getComputedStyle(element);
    // Only for screen readers.
    if (style.clipPath !== "none") continue;
    if ((right > screen + 1 || left < -1) && !isInside(element.parentElement)) {
      broken.push(`beyond the screen, from ${Math.round(left)} to ${Math.round(right)}: ${nameOf(element)}`);
    }
    if (style.display === "inline" || element.matches("input, select, textarea, iframe")) continue;
    const isBox = style.borderRightWidth !== "0px" || style.backgroundColor !== "rgba(0, 0, 0, 0)";
    const wide = element.scrollWidth > element.clientWidth + 1;
    if (wide && isBox && style.overflowX === "visible" && standsOut(element, right + 1)) {
      broken.push(`out of its box, ${element.scrollWidth} in ${element.clientWidth}: ${nameOf(element)}`);
    }
    const cuts = (overflow: string) => overflow === "hidden" || overflow === "clip";
    if (wide && cuts(style.overflowX) && style.textOverflow === "clip" && standsOut(element, right + 1)) {
      broken.push(
        `cut off at the side, ${element.scrollWidth} in ${element.clientWidth}: ${nameOf(element)}`,
      );
    }
    const tall = element.scrollHeight > element.clientHeight + 1 && style.webkitLineClamp === "none";
    if (tall && cuts(style.overflowY)) {
      broken.push(`cut off below, ${element.scrollHeight} in ${element.clientHeight}: ${nameOf(element)}`);
    }
  }
  for (const picture of document.images) {
    if (picture.complete && picture.naturalWidth === 0) broken.push(`no picture: ${nameOf(picture)}`);
  }
  return broken;
}

/** A hash of the positions of the shop's own elements: equal layouts have equal numbers. */
export function layoutMark(): number {
  let hash = 7;
  for (const element of document.querySelectorAll("#page > * > :is(header, nav, main, footer, dialog) *")) {
    const { x, y, width, height } = element.getBoundingClientRect();
    // Eighths of a pixel, hashed into 32 bits.
    for (const value of [x, y, width, height]) hash = (Math.imul(hash, 31) + Math.round(value * 8)) | 0;
  }
  return hash;
}
