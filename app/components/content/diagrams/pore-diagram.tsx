import { type DrawingMark, Mark, MarkedDiagram } from "./marked-diagram.tsx";

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
export function PoreDiagram({ marks }: { marks: DrawingMark[] }) {
  return (
    <MarkedDiagram
      drawing={
        <svg
          viewBox="0 0 360 350"
          role="img"
          aria-labelledby="pores-title pores-description"
          className="h-auto w-full"
        >
          <title id="pores-title">A grain of biochar, cut open</title>
          <desc id="pores-description">
            A honeycomb of carbon in the soil. Some of its cells hold water, some hold nutrients on their
            walls, some are lived in by bacteria and fungi whose threads reach out to a root.
          </desc>
          <rect x="0" y="0" width="360" height="350" rx="16" className="fill-surface" />
          <path
            d="M58 74 L96 56 L180 62 L262 54 L304 78 L312 150 L306 226 L276 272 L190 284 L96 276 L62 236 L50 160 Z"
            className="fill-char"
          />
          {cells.map(({ x, y, key }) => (
            <polygon
              key={key}
              points={hexagon(x, y)}
              className={water.includes(key) ? "fill-lake-soft" : "fill-surface"}
            />
          ))}
          {cells
            .filter(({ key }) => water.includes(key))
            .map(({ x, y, key }) => (
              <path
                key={key}
                d={`M${x} ${y - 14} q12 15 0 24 q-12 -9 0 -24 z`}
                className="fill-lake-strong"
              />
            ))}
          {cells
            .filter(({ key }) => nutrients.includes(key))
            .map(({ x, y, key }) => (
              <g key={key} className="fill-clay">
                <circle cx={x - 12} cy={y - 6} r="4.5" />
                <circle cx={x + 11} cy={y - 9} r="4.5" />
                <circle cx={x + 2} cy={y + 14} r="4.5" />
              </g>
            ))}
          {cells
            .filter(({ key }) => life.includes(key))
            .map(({ x, y, key }) => (
              <g key={key} className="fill-moss">
                <rect x={x - 13} y={y - 10} width="14" height="7" rx="3.5" />
                <rect x={x} y={y + 1} width="14" height="7" rx="3.5" />
                <rect x={x - 11} y={y + 8} width="9" height="6" rx="3" />
              </g>
            ))}
          <path
            d="M116 206 C134 286 96 300 64 334 M94 244 C72 292 44 300 16 306 M138 244 C150 300 176 318 204 334"
            className="stroke-moss"
            strokeWidth="2.5"
            fill="none"
            strokeLinecap="round"
          />
          <path
            d="M352 12 C330 90 350 170 330 236 C318 270 332 306 318 346 M335 180 C322 176 306 178 292 170 M330 246 C316 262 300 276 290 300"
            className="stroke-line-strong"
            strokeWidth="7"
            fill="none"
            strokeLinecap="round"
          />
          <Mark x={138} y={44} number={1} />
          <Mark x={262} y={36} number={2} />
          <Mark x={36} y={270} number={3} />
          <Mark x={232} y={284} number={4} />
        </svg>
      }
      marks={marks}
    />
  );
}
