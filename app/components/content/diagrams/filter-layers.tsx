const layers = [
  { name: "Gravel", height: 34, className: "fill-line-strong" },
  { name: "Fine sand", height: 56, className: "fill-clay-soft" },
  { name: "Biochar", height: 70, className: "fill-char" },
  { name: "Coarse gravel", height: 44, className: "fill-line-strong" },
];

/** A gravity-fed filter, drawn from top to bottom. */
export function FilterLayers() {
  let top = 56;
  return (
    <svg
      viewBox="0 0 360 300"
      role="img"
      aria-labelledby="filter-title filter-description"
      className="mx-auto h-auto w-full max-w-lg"
    >
      <title id="filter-title">The layers of a gravity-fed filter</title>
      <desc id="filter-description">
        Water falls into a barrel. From above to below it passes gravel, fine sand, biochar and coarse gravel,
        and runs out at the foot.
      </desc>
      {[76, 100, 124].map((x) => (
        <path key={x} d={`M${x} 14 q8 11 0 18 q-8 -7 0 -18 z`} className="fill-lake-strong" />
      ))}
      {layers.map(({ name, height, className }) => {
        const y = top;
        top += height;
        return (
          <g key={name}>
            <rect x="40" y={y} width="120" height={height} className={className} />
            <path d={`M164 ${y + height / 2} H186`} className="stroke-line-strong" strokeWidth="1.5" />
            <text x="194" y={y + height / 2 + 5} className="fill-ink text-[16px]">
              {name}
            </text>
          </g>
        );
      })}
      <path
        d="M36 46 V264 H164 V46"
        className="stroke-ink"
        strokeWidth="4"
        fill="none"
        strokeLinejoin="round"
      />
      <path d="M164 254 H206 V268" className="stroke-ink" strokeWidth="4" fill="none" />
      <path d="M206 272 q8 11 0 18 q-8 -7 0 -18 z" className="fill-lake-strong" />
    </svg>
  );
}
