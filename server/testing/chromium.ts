import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
];

/** The browser of the journeys: CHROMIUM_PATH, else one that the system has; undefined: there is none. */
export function findChromium(): string | undefined {
  const wanted = process.env.CHROMIUM_PATH;
  return [...(wanted ? [wanted] : []), ...PLACES].find((place) => existsSync(place));
}

/** Finds the browser, or installs Debian's when we may. @throws an Error that says what to do by hand. */
export function findOrInstallChromium(): string {
  const found = findChromium();
  if (found) return found;
  const mayInstall = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
  if (mayInstall) {
    console.log("Installing Chromium for the browser journeys (once) …");
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    spawnSync("apt-get", ["update"], { stdio: "ignore", env });
    spawnSync("apt-get", ["install", "-y", "chromium"], { stdio: "ignore", env });
  }
  const installed = findChromium();
  if (installed) return installed;
  throw new Error(
    "There is no Chromium for the browser journeys: install one (on Debian: sudo apt-get install -y chromium), or name yours in CHROMIUM_PATH.",
  );
}
