import { type DrawingMark, Mark, MarkedDiagram } from "./marked-diagram.tsx";

/** Where the carbon of a tree goes, with and without a kiln. */
export function CarbonCycle({ marks }: { marks: DrawingMark[] }) {
  return (
    <MarkedDiagram
      drawing={
        <svg
          viewBox="0 0 360 360"
          role="img"
          aria-labelledby="cycle-title cycle-description"
          className="h-auto w-full"
        >
          <title id="cycle-title">The way of carbon from the air into the soil</title>
          <desc id="cycle-description">
            A tree takes carbon dioxide out of the air. Wood that rots or burns gives it back. Wood that goes
            through the kiln becomes biochar, and the carbon in it stays in the soil.
          </desc>
          <defs>
            <marker
              id="cycle-arrow"
              viewBox="0 0 10 10"
              refX="7"
              refY="5"
              markerWidth="6"
              markerHeight="6"
              orient="auto"
            >
              <path d="M0 0 L10 5 L0 10 z" className="fill-moss" />
            </marker>
            <marker
              id="cycle-back"
              viewBox="0 0 10 10"
              refX="7"
              refY="5"
              markerWidth="6"
              markerHeight="6"
              orient="auto"
            >
              <path d="M0 0 L10 5 L0 10 z" className="fill-clay" />
            </marker>
          </defs>
          <rect x="0" y="0" width="360" height="360" rx="16" className="fill-surface" />
          <path
            d="M0 262 H360 V344 a16 16 0 0 1 -16 16 H16 a16 16 0 0 1 -16 -16 Z"
            className="fill-clay-soft"
          />
          <path d="M0 262 H360" className="stroke-line-strong" strokeWidth="2" />

          <path
            d="M118 74 a26 26 0 0 1 24 -40 a34 34 0 0 1 64 -2 a28 28 0 0 1 32 42 z"
            className="fill-sunken stroke-line-strong"
            strokeWidth="1.5"
          />
          <text x="178" y="62" textAnchor="middle" className="fill-ink text-[15px]">
            CO₂ in the air
          </text>

          <rect x="66" y="200" width="12" height="62" className="fill-line-strong" />
          <circle cx="72" cy="172" r="34" className="fill-moss" />
          <circle cx="50" cy="192" r="22" className="fill-moss" />
          <circle cx="96" cy="192" r="22" className="fill-moss" />
          <text x="72" y="282" textAnchor="middle" className="fill-ink text-[15px]">
            Tree
          </text>

          <g className="fill-line-strong">
            <circle cx="172" cy="250" r="11" />
            <circle cx="194" cy="250" r="11" />
            <circle cx="183" cy="231" r="11" />
          </g>
          <text x="183" y="282" textAnchor="middle" className="fill-ink text-[15px]">
            Wood
          </text>

          <rect x="272" y="204" width="56" height="58" rx="8" className="fill-char" />
          <rect x="306" y="178" width="12" height="28" className="fill-char" />
          <circle cx="300" cy="236" r="15" className="fill-clay" />
          <text x="300" y="282" textAnchor="middle" className="fill-ink text-[15px]">
            Kiln
          </text>

          <path
            d="M132 86 C106 98 92 112 82 130"
            className="stroke-moss"
            strokeWidth="4"
            fill="none"
            markerEnd="url(#cycle-arrow)"
          />
          <path
            d="M112 240 H148"
            className="stroke-moss"
            strokeWidth="4"
            fill="none"
            markerEnd="url(#cycle-arrow)"
          />
          <path
            d="M184 212 C178 170 180 130 182 92"
            className="stroke-clay"
            strokeWidth="4"
            strokeDasharray="7 7"
            fill="none"
            markerEnd="url(#cycle-back)"
          />
          <path
            d="M212 240 H260"
            className="stroke-moss"
            strokeWidth="4"
            fill="none"
            markerEnd="url(#cycle-arrow)"
          />
          <path
            d="M300 290 C300 310 284 320 256 324"
            className="stroke-moss"
            strokeWidth="4"
            fill="none"
            markerEnd="url(#cycle-arrow)"
          />
          <g className="fill-char">
            <rect x="196" y="312" width="13" height="10" rx="2" transform="rotate(12 202 317)" />
            <rect x="214" y="326" width="12" height="10" rx="2" />
            <rect x="180" y="328" width="14" height="10" rx="2" transform="rotate(-14 187 333)" />
            <rect x="228" y="310" width="11" height="9" rx="2" transform="rotate(-8 233 314)" />
          </g>
          <text x="98" y="330" textAnchor="middle" className="fill-ink text-[15px]">
            Biochar in soil
          </text>
          <Mark x={96} y={96} number={1} />
          <Mark x={206} y={140} number={2} />
          <Mark x={236} y={218} number={3} />
          <Mark x={328} y={318} number={4} />
        </svg>
      }
      marks={marks}
    />
  );
}
