import { spawn } from "node:child_process";
import { cp } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { projectFolder } from "#server/process/project-folder.ts";
import { describePictures, makePictures } from "./build-pictures.ts";

/*
 * `npm run build`. Pages and pictures are made side by side, since each keeps about one processor busy; then what is made
 * from the pages. `--pictures`, for `npm run dev`, makes nothing else.
 */
const { values: options } = parseArgs({ options: { pictures: { type: "boolean" } } });

process.chdir(projectFolder);
await describePictures();
await Promise.all([makePictures(), ...(options.pictures ? [] : [buildPages()])]);
if (!options.pictures) {
  await cp("public", path.join("build", "client"), { recursive: true });
  await import("./build-counter.ts");
  await import("./bundle-start.ts");
  await import("./list-licences.ts");
  await import("./compress-assets.ts");
}

/** Remix's build, without the files of public/, where pictures are still being made. */
function buildPages(): Promise<void> {
  const remix = path.join("node_modules", "@remix-run", "dev", "dist", "cli.js");
  const parameters = [remix, "vite:build", "--logLevel", "error"];
  const child = spawn(process.execPath, parameters, { stdio: "inherit" });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) =>
      code === 0 ? resolve() : reject(new Error("The pages could not be built.")),
    );
  });
}
