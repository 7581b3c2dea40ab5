/** What a report is written in: text, lists, tables and drawn figures. */
export type ReportBlock =
  | { kind: "paragraph"; text: string }
  | { kind: "list"; items: readonly string[] }
  | { kind: "table"; caption: string; head: readonly string[]; rows: readonly (readonly string[])[] }
  | BarFigure
  | RangeFigure;

/** Bars that each stand alone, from zero. */
export interface BarFigure {
  kind: "bars";
  caption: string;
  /** What the figure shows, for who cannot see it. */
  alternative: string;
  bars: readonly { label: string; value: number /** The value as it is written. */; shown: string }[];
}

/** Spans on one scale. */
export interface RangeFigure {
  kind: "ranges";
  caption: string;
  alternative: string;
  /** Where the scale begins and ends. */
  from: number;
  to: number;
  unit: string;
  ranges: readonly { label: string; from: number; to: number }[];
}

interface ReportSection {
  heading: string;
  blocks: readonly ReportBlock[];
}

export interface Report {
  title: string;
  subtitle: string;
  edition: string;
  /** Of the edition; also the file's date, so that the same sources give the same file. */
  publishedAt: Date;
  sections: readonly ReportSection[];
}
