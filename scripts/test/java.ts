import { existsSync } from "node:fs";
import path from "node:path";
import { installPackages, mayInstallPackages } from "./debian.ts";

/** The Java of the HTML checker: JAVA_PATH, JAVA_HOME's, else one of the system; undefined: there is none. */
function findJava(): string | undefined {
  const { JAVA_PATH, JAVA_HOME, PATH = "" } = process.env;
  const places = [
    JAVA_PATH,
    JAVA_HOME && path.join(JAVA_HOME, "bin", "java"),
    ...PATH.split(path.delimiter).map((folder) => path.join(folder, "java")),
    "/usr/bin/java",
  ];
  return places.find((place): place is string => Boolean(place) && existsSync(place ?? ""));
}

/**
 * Finds a Java, or installs Debian's when we may.
 * @throws an Error that says what to do by hand.
 */
export function findOrInstallJava(): string {
  const found = findJava();
  if (found) return found;
  if (mayInstallPackages()) {
    console.log("Installing a Java for the HTML checker (once) …");
    installPackages("default-jre-headless");
  }
  const installed = findJava();
  if (installed) return installed;
  throw new Error(
    "There is no Java for the HTML checker: install one (on Debian: sudo apt-get install -y default-jre-headless), or name yours in JAVA_PATH.",
  );
}
