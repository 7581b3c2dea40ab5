import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/*
 * Part of `npm run build`: writes a `.br` and a `.gz` beside each text file for browsers, once and at the highest
 * effort (for a first `npm start` at a quick one), so that no request has to compress one
 * (server/http/web-server.ts sends them).
 */

const folder = path.resolve(import.meta.dirname, "../build/client");
const TEXTS = /\.(js|css|svg|json|txt|xml|webmanifest)$/;
/** Shorter files hardly shrink; a page loads some ten of a few hundred bytes. */
const SMALLEST = 256;

const names = (await readdir(folder, { recursive: true })).filter((name) => TEXTS.test(name));
await Promise.all(names.map(compress));

async function compress(name: string): Promise<void> {
  const file = path.join(folder, name);
  const content = await readFile(file);
  if (content.length < SMALLEST) return;
  const effort = process.env.QUICK_BUILD ? 9 : constants.BROTLI_MAX_QUALITY;
  const quality = { [constants.BROTLI_PARAM_QUALITY]: effort };
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content, { params: quality }));
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
}
