/** The files that were chosen in a form, as data URLs. A file field that nothing was chosen in is an empty file. */
export async function dataUrlsOf(entries: readonly FormDataEntryValue[]): Promise<string[]> {
  const files = entries.flatMap((entry) => (typeof entry === "string" || entry.size === 0 ? [] : entry));
  return Promise.all(
    files.map(async (file) => {
      const bytes = Buffer.from(await file.arrayBuffer());
      return `data:application/octet-stream;base64,${bytes.toString("base64")}`;
    }),
  );
}

/** A form without its files. */
export function textsOf(submitted: FormData): FormData {
  const form = new FormData();
  for (const [name, value] of submitted) if (typeof value === "string") form.append(name, value);
  return form;
}
