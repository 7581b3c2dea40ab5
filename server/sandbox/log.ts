/** Writes one JSON line, in the form of the shop's own log. No card data, keys or addresses. */
export function log(
  level: "info" | "warn" | "error",
  message: string,
  fields: Record<string, unknown> = {},
): void {
  if (process.env.LOG_LEVEL === "silent") return;
  const line = JSON.stringify({ at: new Date().toISOString(), level, message, ...fields }, errorsAsText);
  (level === "error" ? process.stderr : process.stdout).write(`${line}\n`);
}

/** Without what PostgreSQL tells beside its message: that is the row it refused. */
function errorsAsText(_key: string, value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  const { name, message, stack } = value;
  return { name, message, stack };
}
