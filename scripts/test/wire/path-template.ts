/** Finds the template (`GET /v1/refunds/:id`) of a request; undefined when none matches. */
export function findTemplate(
  templates: readonly string[],
  method: string,
  pathname: string,
): string | undefined {
  const parts = pathname.split("/");
  // A template without a parameter wins: /v1/refunds/list over /v1/refunds/:id.
  const sorted = [...templates].sort((one, other) => one.split(":").length - other.split(":").length);
  return sorted.find((template) => {
    const [itsMethod = "", itsPath = ""] = template.split(" ");
    const names = itsPath.split("/");
    if (itsMethod !== method || names.length !== parts.length) return false;
    return names.every((name, index) => (name.startsWith(":") ? parts[index] !== "" : name === parts[index]));
  });
}
