import { inflateSync } from "node:zlib";

/**
 * The texts that a PDF of ours writes, one for each line on the page. Reads just what pdfkit writes with embedded
 * typefaces: glyph numbers in hexadecimal, and a table for each typeface that turns them back into letters.
 */
export function pdfLines(file: Uint8Array): string[] {
  const source = Buffer.from(file).toString("latin1");
  const objects = new Map<string, { head: string; body: string }>();
  for (const [, id = "", content = ""] of source.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    objects.set(id, { head: content.split("stream\n")[0] ?? "", body: inflated(content) });
  }
  const faces = new Map<string, Map<string, string>>();
  for (const { head } of objects.values()) {
    for (const [, face = "", id = ""] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const table = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id)?.head ?? "")?.[1];
      if (table) faces.set(face, lettersOf(objects.get(table)?.body ?? ""));
    }
  }
  return [...objects.values()].flatMap(({ body }) =>
    // Marks that hang on letters are set by themselves.
    [...body.matchAll(/\/(F\d+) [\d.]+ Tf([\s\S]*?)\nET/g)].map(([, face = "", drawn = ""]) =>
      [...[...drawn.matchAll(/\[[^\]]*\] TJ/g)].join("").matchAll(/<([0-9a-f]+)>/gi)]
        .flatMap(([, digits = ""]) => digits.match(/.{4}/g) ?? [])
        .map((glyph) => faces.get(face)?.get(glyph.toLowerCase()) ?? "\ufffd")
        .join(""),
    ),
  );
}

/** A stream's last byte may be a carriage return: only the line feed before `endstream` is not its own. */
function inflated(content: string): string {
  const stream = /stream\n([\s\S]*?)\nendstream/.exec(content)?.[1];
  if (stream === undefined) return "";
  try {
    return inflateSync(Buffer.from(stream, "latin1")).toString("latin1");
  } catch {
    return "";
  }
}

/** The glyphs are numbered as the typeface's table lists their letters. */
function lettersOf(table: string): Map<string, string> {
  const letters = new Map<string, string>();
  for (const [, first = "0", list = ""] of table.matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[([^\]]*)\]/gi)) {
    [...list.matchAll(/<([^>]*)>/g)].forEach(([, units = ""], index) => {
      const glyph = (Number.parseInt(first, 16) + index).toString(16).padStart(4, "0");
      const codes = (units.match(/[0-9a-f]{4}/gi) ?? []).map((unit) => Number.parseInt(unit, 16));
      letters.set(glyph, String.fromCharCode(...codes));
    });
  }
  return letters;
}
