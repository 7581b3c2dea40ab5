import path from "node:path";

/** Where package.json stands. For what Node runs as it is: inside the build this file would be somewhere else. */
export const projectFolder = path.resolve(import.meta.dirname, "../..");
