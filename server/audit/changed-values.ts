import type { AuditValues } from "./audit-areas.ts";

/** Of two states of one thing the fields that differ, with what they were and what they are. */
export function changedValues(
  before: AuditValues,
  after: AuditValues,
): { before: AuditValues; after: AuditValues } {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changed = [...names].filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  return { before: pick(before, changed), after: pick(after, changed) };
}

function pick(values: AuditValues, names: string[]): AuditValues {
  return Object.fromEntries(names.filter((name) => name in values).map((name) => [name, values[name]]));
}
