type Level = "info" | "warn" | "error";

/**
 * Writes one JSON line. Callers pass ids and codes, never card data, passwords, tokens or full addresses
 * (design section 4).
 */
export function log(level: Level, message: string, fields: Record<string, unknown> = {}): void {
  if (process.env.LOG_LEVEL === "silent") return;
  const line = JSON.stringify({ at: new Date().toISOString(), level, message, ...fields }, errorsAsText);
  (level === "error" ? process.stderr : process.stdout).write(`${line}\n`);
}

function errorsAsText(_key: string, value: unknown): unknown {
  return value instanceof Error ? { name: value.name, message: value.message, stack: value.stack } : value;
}
