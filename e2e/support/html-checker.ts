import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { findOrInstallJava } from "../../scripts/test/prerequisites.ts";

const checker = fileURLToPath(new URL("build/dist/vnu.jar", import.meta.resolve("vnu-jar")));

const reportSchema = z.object({
  messages: z.array(
    z.object({ url: z.string(), type: z.string(), message: z.string(), extract: z.string().optional() }),
  ),
});

/**
 * The errors that the Nu HTML checker (the W3C's) finds in these pages, all in one run, because Java starts slowly.
 */
export async function htmlErrorsIn(pages: ReadonlyMap<string, string>): Promise<string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), "pages-"));
  try {
    const names = [...pages.keys()];
    const files = names.map((_, index) => path.join(folder, `${index}.html`));
    await Promise.all(names.map((name, index) => writeFile(files[index] ?? "", pages.get(name) ?? "")));
    const { messages } = reportSchema.parse(JSON.parse(await check(files)));
    return messages
      .filter(({ type }) => type === "error")
      .map(({ url, message, extract = "" }) => {
        const name = names[Number(/(\d+)\.html$/.exec(url)?.[1])];
        return `${name}: ${message} ${extract.replace(/\s+/g, " ")}`;
      });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** For one short run, the quick compiler and the simple collector are fastest: half the time. */
const javaOptions = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xss4m"];
const checkerOptions = ["--format", "json", "--errors-only", "--exit-zero-always"];

function check(files: string[]): Promise<string> {
  const words = [...javaOptions, "-jar", checker, ...checkerOptions, ...files];
  return new Promise((resolve, reject) => {
    execFile(findOrInstallJava(), words, { maxBuffer: 64 * 2 ** 20 }, (error, _output, report) => {
      if (error) reject(error);
      else resolve(report);
    });
  });
}
