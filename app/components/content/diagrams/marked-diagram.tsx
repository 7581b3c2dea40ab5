import type { ReactNode } from "react";

/** What a number in a drawing means. */
export interface DrawingMark {
  title: string;
  texts: readonly string[];
}

interface MarkedDiagramProps {
  drawing: ReactNode;
  /** What the numbers in the drawing mean: the text version of the drawing. */
  marks: DrawingMark[];
}

/** A numbered drawing with its legend. */
export function MarkedDiagram({ drawing, marks }: MarkedDiagramProps) {
  return (
    <div className="grid items-center gap-x-16 gap-y-8 lg:grid-cols-2">
      <div className="mx-auto w-full max-w-lg lg:mx-0 lg:max-w-none">{drawing}</div>
      <ol className="space-y-5">
        {marks.map(({ title, texts }, index) => (
          <li key={title} className="grid grid-cols-[2.5rem_1fr] gap-x-3">
            <span
              aria-hidden="true"
              className="inline-flex size-8 items-center justify-center rounded-full bg-moss text-sm font-semibold text-on-moss"
            >
              {index + 1}
            </span>
            <div>
              <h3 className="text-xl">{title}</h3>
              <p className="mt-1 text-ink-soft">{texts}</p>
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** A number in a drawing. */
export function Mark({ x, y, number }: { x: number; y: number; number: number }) {
  return (
    <g>
      <circle cx={x} cy={y} r="13" className="fill-moss stroke-surface" strokeWidth="2" />
      <text x={x} y={y + 5} textAnchor="middle" className="fill-on-moss text-[14px] font-semibold">
        {number}
      </text>
    </g>
  );
}
