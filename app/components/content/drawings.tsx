import type { ReactNode } from "react";

interface ProductionStepsProps {
  /** Three: what goes in, the heat, what is checked and packed. Each with its figure and a text. */
  steps: readonly { title: string; texts: readonly string[] }[];
}

/** How biochar is made: three drawings in a row, each with its figure and its text. */
export function ProductionSteps({ steps }: ProductionStepsProps) {
  const drawings = [<WoodAndHeat key="wood" />, <Kiln key="kiln" />, <Sieve key="sieve" />];
  return (
    <ol className="grid gap-x-8 gap-y-10 md:grid-cols-3">
      {steps.map(({ title, texts: [figure, text] }, index) => (
        <li key={title}>
          {drawings[index]}
          <div className="mt-4 flex items-baseline gap-3">
            <span aria-hidden="true" className="font-display text-3xl text-moss">
              {index + 1}
            </span>
            <h3 className="text-xl">{title}</h3>
          </div>
          <p className="mt-1 font-display text-2xl">{figure}</p>
          <p className="mt-2 text-ink-soft">{text}</p>
        </li>
      ))}
    </ol>
  );
}

/** On the ground. The text beside the drawing says all that it shows. */
function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg viewBox="0 0 300 180" aria-hidden="true" className="h-auto w-full rounded-xl bg-surface">
      <path d="M24 150 H276" className="stroke-line-strong" strokeWidth="2" />
      {children}
    </svg>
  );
}

function WoodAndHeat() {
  return (
    <Drawing>
      {[
        [60, 134],
        [92, 134],
        [124, 134],
        [76, 107],
        [108, 107],
        [92, 80],
      ].map(([x, y]) => (
        <g key={`${x}-${y}`}>
          <circle cx={x} cy={y} r="15.5" className="fill-clay-soft stroke-line-strong" strokeWidth="2" />
          <circle cx={x} cy={y} r="8" className="stroke-line-strong" strokeWidth="1.5" fill="none" />
          <circle cx={x} cy={y} r="2.5" className="fill-line-strong" />
        </g>
      ))}
      <path d="M158 118 H190" className="stroke-moss" strokeWidth="4" />
      <path d="M186 110 L198 118 L186 126 z" className="fill-moss" />
      {[
        [216, 142, 12],
        [236, 140, -18],
        [254, 143, 30],
        [226, 126, 40],
        [246, 126, -8],
        [236, 112, 20],
      ].map(([x, y, turn]) => (
        <rect
          key={`${x}-${y}`}
          x={(x ?? 0) - 9}
          y={(y ?? 0) - 5}
          width="18"
          height="10"
          rx="2"
          transform={`rotate(${turn} ${x} ${y})`}
          className="fill-clay-soft stroke-line-strong"
          strokeWidth="2"
        />
      ))}
      {[216, 236, 256].map((x) => (
        <path
          key={x}
          d={`M${x} 92 q-8 -10 0 -20 q8 -10 0 -20`}
          className="stroke-lake-strong"
          strokeWidth="2.5"
          fill="none"
          strokeLinecap="round"
        />
      ))}
    </Drawing>
  );
}

function Kiln() {
  return (
    <Drawing>
      <rect x="70" y="52" width="150" height="86" rx="43" className="fill-char" />
      <circle cx="112" cy="95" r="30" className="fill-clay" />
      <circle cx="112" cy="95" r="17" className="fill-clay-soft" />
      <rect x="88" y="134" width="12" height="16" className="fill-char" />
      <rect x="190" y="134" width="12" height="16" className="fill-char" />
      <rect x="178" y="22" width="14" height="36" className="fill-char" />
      <path
        d="M192 30 H248 V112 H224"
        className="stroke-moss"
        strokeWidth="5"
        fill="none"
        strokeLinejoin="round"
      />
      <path d="M230 103 L216 112 L230 121 z" className="fill-moss" />
      <rect
        x="28"
        y="44"
        width="12"
        height="84"
        rx="6"
        className="fill-sunken stroke-line-strong"
        strokeWidth="2"
      />
      <rect x="31.5" y="70" width="5" height="52" rx="2.5" className="fill-clay" />
      <circle cx="34" cy="130" r="10" className="fill-clay stroke-line-strong" strokeWidth="2" />
    </Drawing>
  );
}

function Sieve() {
  return (
    <Drawing>
      <path d="M34 58 H146 L132 88 H48 z" className="fill-sunken stroke-line-strong" strokeWidth="2" />
      <path d="M50 88 H130" className="stroke-char" strokeWidth="3" strokeDasharray="5 5" />
      {[
        [60, 44],
        [82, 48],
        [104, 42],
        [122, 48],
        [92, 34],
      ].map(([x, y]) => (
        <rect key={`${x}-${y}`} x={x} y={y} width="11" height="10" rx="2" className="fill-char" />
      ))}
      {[
        [64, 104],
        [86, 112],
        [106, 102],
        [76, 126],
        [98, 130],
        [118, 122],
      ].map(([x, y]) => (
        <rect key={`${x}-${y}`} x={x} y={y} width="6" height="6" rx="1.5" className="fill-char" />
      ))}
      <path d="M196 70 H260 L266 150 H190 z" className="fill-surface stroke-line-strong" strokeWidth="2.5" />
      <path d="M196 70 q32 -14 64 0" className="fill-char stroke-line-strong" strokeWidth="2.5" />
      <circle cx="228" cy="112" r="18" className="fill-moss-soft" />
      <path
        d="M219 112 l7 7 l12 -14"
        className="stroke-moss"
        strokeWidth="4"
        fill="none"
        strokeLinecap="round"
      />
    </Drawing>
  );
}

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
