import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import type { Violation } from "./violation.ts";

/** What server/sandbox/wire-recorder.server.ts recorded, and the test or step it belongs to. */
const headersSchema = z.record(z.string(), z.string());
const callSchema = z.strictObject({
  source: z.string(),
  kind: z.literal("call"),
  method: z.string(),
  path: z.string(),
  requestHeaders: headersSchema,
  requestBody: z.string(),
  status: z.number().nullable(),
  responseHeaders: headersSchema,
  responseBody: z.string(),
});
const eventSchema = z.strictObject({
  source: z.string(),
  kind: z.literal("event"),
  path: z.string(),
  requestHeaders: headersSchema,
  requestBody: z.string(),
});
const exchangeSchema = z.discriminatedUnion("kind", [callSchema, eventSchema]);

export type Call = z.infer<typeof callSchema>;
export type SentEvent = z.infer<typeof eventSchema>;
export type Exchange = z.infer<typeof exchangeSchema>;

/** False when the response was lost, or when a proxy before the provider sent an empty 503. */
export function isAnswered({ status, responseBody }: Call): boolean {
  return status !== null && !(status > 500 && responseBody === "");
}

/** What a provider's schemas say about an exchange; undefined when none of them has the call or event. */
export interface Verdict {
  /** With names instead of ids: `POST /v1/refunds`, `event refund.created`. */
  name: string;
  request: Violation[];
  answer: Violation[];
}

/** Every exchange in a folder of records. Skips a line that a killed process left unfinished. */
export function readExchanges(folder: string): Exchange[] {
  const files = readdirSync(folder).filter((name) => name.endsWith(".jsonl"));
  return files.flatMap((name) =>
    readFileSync(path.join(folder, name), "utf8").split("\n").flatMap(parseLine),
  );
}

function parseLine(line: string, index: number, lines: string[]): Exchange[] {
  if (line === "") return [];
  try {
    return [exchangeSchema.parse(JSON.parse(line))];
  } catch (error) {
    if (error instanceof SyntaxError && index === lines.length - 1) return [];
    throw error;
  }
}

/** undefined for text that is not JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
