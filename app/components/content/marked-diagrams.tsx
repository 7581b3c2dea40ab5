import type { ReactNode } from "react";

/** What a number in a drawing means. */
interface DrawingMark {
  title: string;
  texts: readonly string[];
}

interface MarkedDiagramProps {
  id: string;
  height: number;
  title: string;
  description: string;
  /** Where the numbers stand. */
  places: readonly (readonly [x: number, y: number])[];
  /** What they mean: the text version of the drawing. */
  marks: readonly DrawingMark[];
  children: ReactNode;
}

/** A numbered drawing with its legend. */
function MarkedDiagram({ id, height, title, description, places, marks, children }: MarkedDiagramProps) {
  return (
    <div className="grid items-center gap-x-16 gap-y-8 lg:grid-cols-2">
      <div className="mx-auto w-full max-w-lg lg:mx-0 lg:max-w-none">
        <svg
          viewBox={`0 0 360 ${height}`}
          role="img"
          aria-labelledby={`${id}-title ${id}-description`}
          className="h-auto w-full"
        >
          <title id={`${id}-title`}>{title}</title>
          <desc id={`${id}-description`}>{description}</desc>
          <rect x="0" y="0" width="360" height={height} rx="16" className="fill-surface" />
          {children}
          {places.map(([x, y], index) => (
            <g key={`${x}-${y}`}>
              <circle cx={x} cy={y} r="13" className="fill-moss stroke-surface" strokeWidth="2" />
              <text x={x} y={y + 5} textAnchor="middle" className="fill-on-moss text-[14px] font-semibold">
                {index + 1}
              </text>
            </g>
          ))}
        </svg>
      </div>
      <ol className="space-y-5">
        {marks.map((mark, index) => (
          <li key={mark.title} className="grid grid-cols-[2.5rem_1fr] gap-x-3">
            <span
              aria-hidden="true"
              className="inline-flex size-8 items-center justify-center rounded-full bg-moss text-sm font-semibold text-on-moss"
            >
              {index + 1}
            </span>
            <div>
              <h3 className="text-xl">{mark.title}</h3>
              <p className="mt-1 text-ink-soft">{mark.texts}</p>
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** The ways of carbon between the things that the drawing of its cycle shows. */
const carbonWays = [
  { d: "M132 86 C106 98 92 112 82 130", isLost: false },
  { d: "M112 240 H148", isLost: false },
  { d: "M184 212 C178 170 180 130 182 92", isLost: true },
  { d: "M212 240 H260", isLost: false },
  { d: "M300 290 C300 310 284 320 256 324", isLost: false },
];

const arrowHeads = [
  { id: "cycle-arrow", className: "fill-moss" },
  { id: "cycle-back", className: "fill-clay" },
];

const cycleLabels = [
  { x: 178, y: 62, text: "CO₂ in the air" },
  { x: 72, y: 282, text: "Tree" },
  { x: 183, y: 282, text: "Wood" },
  { x: 300, y: 282, text: "Kiln" },
  { x: 98, y: 330, text: "Biochar in soil" },
];

/** Where the carbon of a tree goes, with and without a kiln. */
export function CarbonCycle({ marks }: { marks: readonly DrawingMark[] }) {
  return (
    <MarkedDiagram
      id="cycle"
      height={360}
      title="The way of carbon from the air into the soil"
      description="A tree takes carbon dioxide out of the air. Wood that rots or burns gives it back. Wood that goes through the kiln becomes biochar, and the carbon in it stays in the soil."
      places={[
        [96, 96],
        [206, 140],
        [236, 218],
        [328, 318],
      ]}
      marks={marks}
    >
      <defs>
        {arrowHeads.map(({ id, className }) => (
          <marker
            key={id}
            id={id}
            viewBox="0 0 10 10"
            refX="7"
            refY="5"
            markerWidth="6"
            markerHeight="6"
            orient="auto"
          >
            <path d="M0 0 L10 5 L0 10 z" className={className} />
          </marker>
        ))}
      </defs>
      <path d="M0 262 H360 V344 a16 16 0 0 1 -16 16 H16 a16 16 0 0 1 -16 -16 Z" className="fill-clay-soft" />
      <path d="M0 262 H360" className="stroke-line-strong" strokeWidth="2" />
      <path
        d="M118 74 a26 26 0 0 1 24 -40 a34 34 0 0 1 64 -2 a28 28 0 0 1 32 42 z"
        className="fill-sunken stroke-line-strong"
        strokeWidth="1.5"
      />
      <rect x="66" y="200" width="12" height="62" className="fill-line-strong" />
      <circle cx="72" cy="172" r="34" className="fill-moss" />
      <circle cx="50" cy="192" r="22" className="fill-moss" />
      <circle cx="96" cy="192" r="22" className="fill-moss" />
      <g className="fill-line-strong">
        <circle cx="172" cy="250" r="11" />
        <circle cx="194" cy="250" r="11" />
        <circle cx="183" cy="231" r="11" />
      </g>
      <rect x="272" y="204" width="56" height="58" rx="8" className="fill-char" />
      <rect x="306" y="178" width="12" height="28" className="fill-char" />
      <circle cx="300" cy="236" r="15" className="fill-clay" />
      <g fill="none" strokeWidth="4">
        {carbonWays.map(({ d, isLost }) => (
          <path
            key={d}
            d={d}
            className={isLost ? "stroke-clay" : "stroke-moss"}
            strokeDasharray={isLost ? "7 7" : undefined}
            markerEnd={isLost ? "url(#cycle-back)" : "url(#cycle-arrow)"}
          />
        ))}
      </g>
      <g className="fill-char">
        <rect x="196" y="312" width="13" height="10" rx="2" transform="rotate(12 202 317)" />
        <rect x="214" y="326" width="12" height="10" rx="2" />
        <rect x="180" y="328" width="14" height="10" rx="2" transform="rotate(-14 187 333)" />
        <rect x="228" y="310" width="11" height="9" rx="2" transform="rotate(-8 233 314)" />
      </g>
      {cycleLabels.map(({ x, y, text }) => (
        <text key={text} x={x} y={y} textAnchor="middle" className="fill-ink text-[15px]">
          {text}
        </text>
      ))}
    </MarkedDiagram>
  );
}

/** The centres of the honeycomb's cells, in interlocking rows. */
const cells = [0, 1, 2, 3, 4].flatMap((row) =>
  (row % 2 === 0 ? [0, 1, 2, 3, 4] : [0, 1, 2, 3]).map((column) => ({
    x: 94 + column * 44 + (row % 2 === 0 ? 0 : 22),
    y: 92 + row * 38,
    key: `${row}-${column}`,
  })),
);
/** Smaller than their distance, which leaves a wall between them. */
const CELL = 21;

function hexagon(x: number, y: number): string {
  const corners = [0, 1, 2, 3, 4, 5].map((corner) => {
    const angle = (Math.PI / 3) * corner + Math.PI / 6;
    return `${(x + CELL * Math.cos(angle)).toFixed(1)},${(y + CELL * Math.sin(angle)).toFixed(1)}`;
  });
  return corners.join(" ");
}

const water = ["0-1", "1-0", "2-0", "2-1"];
const nutrients = ["0-3", "0-4", "1-3"];
const life = ["3-0", "4-0", "4-1"];

/** How biochar works: one grain, cut open. */
export function PoreDiagram({ marks }: { marks: readonly DrawingMark[] }) {
  return (
    <MarkedDiagram
      id="pores"
      height={350}
      title="A grain of biochar, cut open"
      description="A honeycomb of carbon in the soil. Some of its cells hold water, some hold nutrients on their walls, some are lived in by bacteria and fungi whose threads reach out to a root."
      places={[
        [138, 44],
        [262, 36],
        [36, 270],
        [232, 284],
      ]}
      marks={marks}
    >
      <path
        d="M58 74 L96 56 L180 62 L262 54 L304 78 L312 150 L306 226 L276 272 L190 284 L96 276 L62 236 L50 160 Z"
        className="fill-char"
      />
      {cells.map(({ x, y, key }) => (
        <g key={key}>
          <polygon
            points={hexagon(x, y)}
            className={water.includes(key) ? "fill-lake-soft" : "fill-surface"}
          />
          {water.includes(key) && (
            <path d={`M${x} ${y - 14} q12 15 0 24 q-12 -9 0 -24 z`} className="fill-lake-strong" />
          )}
          {nutrients.includes(key) && (
            <g className="fill-clay">
              <circle cx={x - 12} cy={y - 6} r="4.5" />
              <circle cx={x + 11} cy={y - 9} r="4.5" />
              <circle cx={x + 2} cy={y + 14} r="4.5" />
            </g>
          )}
          {life.includes(key) && (
            <g className="fill-moss">
              <rect x={x - 13} y={y - 10} width="14" height="7" rx="3.5" />
              <rect x={x} y={y + 1} width="14" height="7" rx="3.5" />
              <rect x={x - 11} y={y + 8} width="9" height="6" rx="3" />
            </g>
          )}
        </g>
      ))}
      <g fill="none" strokeLinecap="round">
        <path
          d="M116 206 C134 286 96 300 64 334 M94 244 C72 292 44 300 16 306 M138 244 C150 300 176 318 204 334"
          className="stroke-moss"
          strokeWidth="2.5"
        />
        <path
          d="M352 12 C330 90 350 170 330 236 C318 270 332 306 318 346 M335 180 C322 176 306 178 292 170 M330 246 C316 262 300 276 290 300"
          className="stroke-line-strong"
          strokeWidth="7"
        />
      </g>
    </MarkedDiagram>
  );
}
