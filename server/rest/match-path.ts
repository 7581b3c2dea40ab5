import type { Endpoint } from "./endpoint.ts";

/** The methods that rows of this path answer, for `Allow`; none when no row has the path. */
export function methodsAt(endpoints: readonly Endpoint[], path: string): string[] {
  const methods = endpoints
    .filter((endpoint) => matchesPath(endpoint.path, path))
    .map(({ method }) => method);
  if (methods.length === 0) return [];
  return [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"];
}

/** Whether a path fits a row's template, where `{name}` stands for one segment that is not empty. */
export function matchesPath(template: string, path: string): boolean {
  const expected = template.split("/");
  const given = path.split("/");
  return (
    expected.length === given.length &&
    expected.every(
      (segment, index) => segment === given[index] || (segment.startsWith("{") && given[index] !== ""),
    )
  );
}
