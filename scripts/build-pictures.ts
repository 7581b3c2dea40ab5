import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { pictureWidths } from "#server/media/media-address.ts";
import { projectFolder } from "#server/process/project-folder.ts";

/*
 * Part of `npm run build` and `npm run dev`: the sizes and formats for browsers of the pictures in app/pictures, and the
 * manifest for the pages.
 */

const sources = path.join(projectFolder, "app/pictures");
const target = path.join(projectFolder, "public/pictures");
const manifestFile = path.join(projectFolder, "app/components/ui/pictures.ts");
const stampFile = path.join(target, ".stamp");

const isQuick = Boolean(process.env.QUICK_BUILD);
const QUICK = " quick";

/**
 * Of 9: at effort 2 all pictures take some 20 seconds on two cores, at 5% more bytes than at the slowest; for a first
 * `npm start` a third of that, at 6% more.
 */
const AVIF = { quality: 55, effort: isQuick ? 0 : 2 };
/** Of 6; at effort 2 in half the time, at 3% more bytes. */
const WEBP = { quality: 78, effort: isQuick ? 2 : 4 };
/** One size for the few browsers that support neither AVIF nor WebP. */
const FALLBACK_WIDTH = 960;
const JPEG = { quality: 80, progressive: true };

interface Entry {
  name: string;
  width: number;
  height: number;
  colour: string;
}

const names = (await readdir(sources)).filter((file) => file.endsWith(".jpg")).sort();

/** Writes the manifest, which the pages are built with. */
export async function describePictures(): Promise<void> {
  const described = manifest(await Promise.all(names.map(describePicture)));
  if ((await readFile(manifestFile, "utf8")) !== described) await writeFile(manifestFile, described);
}

/** Makes the sizes; nothing, while the sources are unchanged and what is there was made with as much effort. */
export async function makePictures(): Promise<void> {
  const stamp = await fingerprint();
  const found = existsSync(stampFile) ? await readFile(stampFile, "utf8") : "";
  if (found === stamp || (isQuick && found === stamp + QUICK)) return;
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  await Promise.all(names.map(makeSizes));
  await writeFile(stampFile, isQuick ? stamp + QUICK : stamp);
}

/** Changes when a picture or this file changes. */
async function fingerprint(): Promise<string> {
  const hash = createHash("sha256");
  // Of what is made, and how wide (`pictureWidths`).
  for (const program of [
    import.meta.filename,
    path.join(import.meta.dirname, "../server/media/media-address.ts"),
  ])
    hash.update(await readFile(program));
  for (const name of names) hash.update(name).update(await readFile(path.join(sources, name)));
  return hash.digest("hex");
}

async function describePicture(file: string): Promise<Entry> {
  const source = path.join(sources, file);
  const { width, height } = await sharp(source).metadata();
  return { name: path.basename(file, ".jpg"), width, height, colour: await averageColour(source) };
}

async function makeSizes(file: string): Promise<void> {
  const name = path.basename(file, ".jpg");
  const source = path.join(sources, file);
  const { width } = await sharp(source).metadata();
  const fallback = Math.min(FALLBACK_WIDTH, width);
  for (const targetWidth of pictureWidths(width)) {
    const resized = sharp(source).resize({ width: targetWidth });
    const output = path.join(target, `${name}-${targetWidth}`);
    await resized.clone().avif(AVIF).toFile(`${output}.avif`);
    await resized.clone().webp(WEBP).toFile(`${output}.webp`);
    if (targetWidth === fallback) await resized.clone().jpeg(JPEG).toFile(`${output}.jpg`);
  }
  // The plain address, for REST, mails and social previews.
  await copyFile(source, path.join(target, file));
}

/** Fills the picture's space until it arrives. */
async function averageColour(source: string): Promise<string> {
  const { data } = await sharp(source).resize(1, 1).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return `#${[...data].map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}

function manifest(entries: Entry[]): string {
  const lines = entries.map(({ name, width, height, colour }) => {
    const key = /^\w+$/.test(name) ? name : `"${name}"`;
    return `  ${key}: { width: ${width}, height: ${height}, colour: "${colour}" },`;
  });
  return [
    "/* Written by scripts/build-pictures.ts from app/pictures; do not edit. */",
    "",
    "interface PictureFacts {",
    "  /** Of the source, in pixels: /pictures/<name>-<width>.avif and .webp exist in each of its `pictureWidths`. */",
    "  width: number;",
    "  height: number;",
    "  /** The average, shown until the picture arrives. */",
    "  colour: string;",
    "}",
    "",
    "export const pictures: Record<string, PictureFacts> = {",
    ...lines,
    "};",
    "",
  ].join("\n");
}
