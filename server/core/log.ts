type Level = "info" | "warn" | "error";

/**
 * Writes one JSON line. Callers pass ids and codes, never card data, passwords, tokens or full addresses
 * (docs/security.md, "Logs").
 */
export function log(level: Level, message: string, fields: Record<string, unknown> = {}): void {
  if (process.env.LOG_LEVEL === "silent") return;
  (level === "error" ? process.stderr : process.stdout).write(lineOf(level, message, fields));
}

let waiting = "";
let writesAtExit = false;

/** As `log`, for events that come a thousand times a second: lines of one moment are written together. */
export function logSoon(level: "info", message: string, fields: Record<string, unknown> = {}): void {
  if (process.env.LOG_LEVEL === "silent") return;
  if (!writesAtExit) process.once("exit", writeWaiting);
  writesAtExit = true;
  if (waiting === "") setImmediate(writeWaiting);
  waiting += lineOf(level, message, fields);
}

function writeWaiting(): void {
  const lines = waiting;
  waiting = "";
  if (lines !== "") process.stdout.write(lines);
}

function lineOf(level: Level, message: string, fields: Record<string, unknown>): string {
  return `${JSON.stringify({ at: new Date().toISOString(), level, message, ...fields }, errorsAsText)}\n`;
}

function errorsAsText(_key: string, value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  const { name, stack } = value;
  const message = withoutValues(value.message);
  const frames = stack?.split("\n").filter((line) => /^\s+at /.test(line)) ?? [];
  return { name, message, stack: [`${name}: ${message}`, ...frames].join("\n") };
}

/**
 * PostgreSQL's messages include the values of a row that it refused ("Key (email)=(…)", "Failing row contains (…)");
 * they must not be logged.
 */
function withoutValues(message: string): string {
  return message
    .replace(/\n - (detail|hint): [\s\S]*$/, "")
    .replace(/^(invalid input (?:syntax|value) for [^:]+): "[\s\S]*$/, "$1");
}
