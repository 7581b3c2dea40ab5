import path from "node:path";

/** The folder of package.json. For code that Node runs as it is: inside the build this file would be elsewhere. */
export const projectFolder = path.resolve(import.meta.dirname, "../..");
