/** Draws the share of the whole that a row has, beside its number. */
export function ShareBar({ share }: { share: number }) {
  const width = `${Math.min(100, Math.max(0, share * 100)).toFixed(2)}%`;
  return (
    <svg aria-hidden className="block h-2 w-full min-w-16">
      <rect width="100%" height="100%" rx="3" className="fill-sunken" />
      <rect width={width} height="100%" rx="3" className="fill-moss" />
    </svg>
  );
}
