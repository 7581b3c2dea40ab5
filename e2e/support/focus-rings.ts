/** The contrast for non-text content (WCAG 2.2, 1.4.11). */
const LEAST_CONTRAST = 3;

/** The elements that the tab key reaches. */
const stops = "a[href], area[href], button, input, select, textarea, summary, [tabindex]";

interface RingOptions {
  /** Elements that other checks cover. */
  exclude: readonly string[];
  leastContrast: number;
  stops: string;
}

export function ringOptions(exclude: readonly string[]): RingOptions {
  return { exclude, leastContrast: LEAST_CONTRAST, stops };
}

/**
 * The tab stops that do not show their focus: no outline of two pixels on the element, its label or the box drawn for
 * it, one without contrast, one that is clipped, or an element that something covers. Runs in the page, right after a
 * real press of Tab, so that `:focus-visible` applies.
 */
export function hiddenFocus({ exclude, leastContrast, stops }: RingOptions): string[] {
  type Colour = [red: number, green: number, blue: number, opacity: number];
  const hidden: string[] = [];
  const nameOf = (element: Element) => element.outerHTML.replace(/\s+/g, " ").slice(0, 150);

  const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const colours = new Map<string, Colour>();
  const colourOf = (text: string): Colour => {
    const cached = colours.get(text);
    if (cached || !pen) return cached ?? [0, 0, 0, 0];
    pen.clearRect(0, 0, 1, 1);
    pen.fillStyle = text;
    pen.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, opacity = 0] = pen.getImageData(0, 0, 1, 1).data;
    const colour: Colour = [red, green, blue, opacity / 255];
    colours.set(text, colour);
    return colour;
  };
  const luminanceOf = ([red, green, blue]: Colour) => {
    const [r = 0, g = 0, b = 0] = [red, green, blue].map((value) =>
      value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrastOf = (one: Colour, other: Colour) => {
    const [a, b] = [luminanceOf(one), luminanceOf(other)];
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  };
  /** The background colour; undefined for a picture, which has no single colour. */
  const groundOf = (element: Element | null): Colour | undefined => {
    for (let each = element; each; each = each.parentElement) {
      const { backgroundImage, backgroundColor } = getComputedStyle(each);
      if (backgroundImage !== "none") return undefined;
      const colour = colourOf(backgroundColor);
      if (colour[3] > 0.9) return colour;
    }
    return colourOf(matchMedia("(prefers-color-scheme: dark)").matches ? "black" : "white");
  };

  const partsOf = (element: HTMLElement) => {
    const labels = "labels" in element ? [...((element as HTMLInputElement).labels ?? [])] : [];
    const around = [element, element.nextElementSibling, element.parentElement, ...labels];
    return around.filter((part): part is HTMLElement => part instanceof HTMLElement);
  };
  const hasRing = (part: Element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(part);
    return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
  };

  /** How many sides of a ring an ancestor that scrolls or clips hides. */
  const sidesCut = (ring: Element, box: DOMRect, reach: number): number => {
    for (let each = ring.parentElement; each && each !== document.body; each = each.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(each);
      if (overflowX === "visible" && overflowY === "visible") continue;
      const { left, right, top, bottom } = each.getBoundingClientRect();
      const missing = [
        left - box.left + reach,
        box.right + reach - right,
        top - box.top + reach,
        box.bottom + reach - bottom,
      ];
      return missing.filter((pixels) => pixels > 0.75).length;
    }
    return 0;
  };

  const isCovered = (element: HTMLElement, ring: HTMLElement, box: DOMRect): boolean => {
    const inside = 2;
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    const points: [number, number][] = [
      [x, y],
      [box.left + inside, box.top + inside],
      [box.right - inside, box.bottom - inside],
    ];
    return points.every(([left, top]) => {
      const hit = document.elementFromPoint(
        Math.min(Math.max(left, 1), innerWidth - 1),
        Math.min(Math.max(top, 1), innerHeight - 1),
      );
      // A temporary message may cover a corner.
      if (hit?.closest("[data-sonner-toaster]")) return false;
      return (
        !hit ||
        !(ring.contains(hit) || element.contains(hit) || (hit.contains(ring) && hit !== document.body))
      );
    });
  };

  const whatIsWrong = (element: HTMLElement): string | undefined => {
    const parts = partsOf(element);
    const ringedBefore = parts.filter(hasRing);
    element.focus();
    // An item of a closed menu.
    if (document.activeElement !== element) return undefined;
    const ring = parts.find((part) => hasRing(part) && (part === element || !ringedBefore.includes(part)));
    if (!ring) return "shows no focus";
    const { outlineColor, outlineOffset, outlineWidth } = getComputedStyle(ring);
    const offset = Number.parseFloat(outlineOffset);
    const ground = groundOf(offset < 0 ? ring : ring.parentElement);
    const contrast = ground ? contrastOf(colourOf(outlineColor), ground) : leastContrast;
    if (contrast < leastContrast) return `shows its focus with a contrast of ${contrast.toFixed(1)} only`;
    const box = [...ring.getClientRects()].find(({ width, height }) => width > 1 && height > 1);
    if (!box || box.bottom < 0 || box.top > innerHeight || box.right < 0 || box.left > innerWidth) {
      return "has the focus out of sight";
    }
    if (isCovered(element, ring, box)) return "has the focus behind something else";
    const cut = sidesCut(ring, box, Math.max(0, offset + Number.parseFloat(outlineWidth)));
    return cut > 1 ? `shows its focus with ${cut} sides cut off` : undefined;
  };

  const modal = document.querySelector("dialog:modal");
  const blur = () => document.activeElement instanceof HTMLElement && document.activeElement.blur();
  blur();
  for (const element of document.querySelectorAll<HTMLElement>(stops)) {
    if (element.tabIndex < 0 || element.matches(":disabled, [type=hidden]")) continue;
    if (exclude.some((place) => element.closest(place)) || (modal && !modal.contains(element))) continue;
    const wrong = whatIsWrong(element);
    if (wrong) hidden.push(`${wrong}: ${nameOf(element)}`);
  }
  blur();
  scrollTo(0, 0);
  return hidden;
}
