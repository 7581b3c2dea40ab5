interface Placed {
  /** The place that somebody typed or dragged it to, from 1. */
  place: number;
}

/**
 * A list in the order of the places that were typed. Where two have one place, what was moved there goes before what
 * made way: a third thing that is given place 1 comes first, though the first still says 1.
 */
export function arranged<Thing extends Placed>(things: readonly Thing[]): Thing[] {
  const movedTo = ({ place }: Thing, index: number) => Math.sign(place - (index + 1));
  return things
    .map((thing, index) => ({ thing, moved: movedTo(thing, index) }))
    .sort((a, b) => a.thing.place - b.thing.place || a.moved - b.moved)
    .map(({ thing }) => thing);
}
