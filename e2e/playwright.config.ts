import { defineConfig } from "playwright/test";
import { findChromium } from "../scripts/test/prerequisites.ts";

const desk = { width: 1280, height: 800 };
const onPhone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const phoneTag = /@phone\b/;
const withoutScriptsTag = /@without-scripts\b/;
const bothTag = /@both\b/;

/**
 * Journeys in real Chromium. Each runs on a desk (1280 pixels) with JavaScript, unless a tag in its title names other
 * cells, those that can differ: `@both` is a shopper's form, also on a phone (390 pixels) without JavaScript; `@phone`
 * is on a phone alone, `@without-scripts` there without JavaScript. `@deep` is part of `npm run test:deep`.
 */
export default defineConfig({
  testDir: "journeys",
  outputDir: "../test-results/journeys",
  globalSetup: "./support/shop-for-journeys.ts",
  workers: 2,
  fullyParallel: true,
  // A browser on a machine that stalls for a minute is no reason to lose a change; npm test names anyone who needed it.
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  // What is waited for has limits of its own; the sum of them only says how busy the machine is.
  timeout: 180_000,
  expect: { timeout: 10_000 },
  reporter: "line",
  use: {
    locale: "en-GB",
    timezoneId: "Europe/London",
    screenshot: "only-on-failure",
    trace: "off",
    // A colour that axe reads in the middle of a fade is nobody's choice.
    contextOptions: { reducedMotion: "reduce" },
    actionTimeout: 15_000,
    navigationTimeout: 30_000,
    // With "Headless" in it, the server would take the browser for a robot and never stream.
    userAgent:
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36",
    launchOptions: {
      executablePath: findChromium(),
      args: [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
        "--disable-quic",
      ],
    },
  },
  projects: [
    {
      name: "desk",
      grepInvert: [phoneTag, withoutScriptsTag],
      use: { viewport: desk, javaScriptEnabled: true },
    },
    { name: "phone", grep: phoneTag, use: { ...onPhone, javaScriptEnabled: true } },
    {
      name: "without-scripts",
      grep: [withoutScriptsTag, bothTag],
      use: { ...onPhone, javaScriptEnabled: false },
    },
  ],
});
