import path from "node:path";
import { fileURLToPath } from "node:url";

/** Where package.json stands. For what Node runs as it is: inside the build this file would be somewhere else. */
export const projectFolder = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
