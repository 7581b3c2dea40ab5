import { existsSync } from "node:fs";
import { installPackages, mayInstallPackages } from "./debian.ts";

/** Chromium without the parts that only a person at a screen needs: the same engine, about twice as fast here. */
const HEADLESS_SHELL = "/usr/bin/chromium-headless-shell";

const PLACES = [
  HEADLESS_SHELL,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
];

/** The browser of the journeys: CHROMIUM_PATH, else one that the system has; undefined: there is none. */
export function findChromium(): string | undefined {
  const configured = process.env.CHROMIUM_PATH;
  return [...(configured ? [configured] : []), ...PLACES].find((place) => existsSync(place));
}

/**
 * Finds the browser, or installs Debian's when we may; the headless shell first, and also where there is only the
 * whole browser (docs/decisions/010-browser-of-the-journeys.md).
 * @throws an Error that says what to do by hand.
 */
export function findOrInstallChromium(): string {
  const configured = process.env.CHROMIUM_PATH;
  if (configured && existsSync(configured)) return configured;
  if (existsSync(HEADLESS_SHELL)) return HEADLESS_SHELL;
  if (mayInstallPackages()) {
    console.log("Installing Chromium for the browser journeys (once) …");
    installPackages("chromium-headless-shell");
    if (!findChromium()) installPackages("chromium");
  }
  const installed = findChromium();
  if (installed) return installed;
  throw new Error(
    "There is no Chromium for the browser journeys: install one (on Debian: sudo apt-get install -y chromium-headless-shell), or name yours in CHROMIUM_PATH.",
  );
}
