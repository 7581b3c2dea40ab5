import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { projectFolder } from "#server/process/project-folder.ts";
import {
  didScriptRun,
  isInstalled,
  makeProjectWithScript,
  offlineEnvironment,
} from "../../scripts/test/prerequisites.ts";
import { type Attack, mustWork } from "./attacked-shop.ts";
import { DELIVERED_NAME, type DeliveredNginx, startDeliveredNginx } from "./delivered-nginx.ts";

/* What the delivery to a machine discloses: its packages, and the files of deploy/. */

/** npm's own options for installing packages. */
const INSTALLS = /npm (?:ci|install|i|rebuild)\b[^&\n;"]*/g;

const scriptsOfPackages: Attack = {
  finding: "L23",
  what: "a package that nobody has judged runs its own program while it is installed",
  async play(shop) {
    // As .ci/run does by `npm test` and everybody by `npm start`; then each command of the image.
    const image = readFileSync(path.join(projectFolder, "deploy", "Dockerfile"), "utf8");
    const ways = [
      `${JSON.stringify(process.execPath)} scripts/prepare.mjs`,
      ...(image.match(INSTALLS) ?? []).map((command) => command.trim()),
    ];
    mustWork(ways.length > 2, "find how the image installs its packages");
    const inFolder = (command: string, name: string, withRules: boolean) => {
      const folder = path.join(shop.dataDir, "installs", name);
      mkdirSync(folder, { recursive: true });
      makeProjectWithScript(folder);
      if (withRules) copyFileSync(path.join(projectFolder, ".npmrc"), path.join(folder, ".npmrc"));
      const { stderr } = spawnSync("sh", ["-c", command], {
        cwd: folder,
        env: offlineEnvironment(folder),
        encoding: "utf8",
      });
      return { isInstalled: isInstalled(folder), ran: didScriptRun(folder), stderr };
    };
    // A trap that catches nobody shows nothing.
    mustWork(inFolder("npm ci", "trap", false).ran, "let npm run a package's scripts");
    for (const [place, command] of ways.entries()) {
      const { isInstalled: isThere, ran, stderr } = inFolder(command, `way-${place}`, true);
      if (ran) return `its program ran by "${command}"`;
      mustWork(isThere, `install packages by "${command}": ${stderr.slice(0, 300)}`);
    }
    return undefined;
  },
};

const GUESSES = 40;

/** What nginx serves to the wrong person: it may cache only pages for visitors without a cookie. */
async function keptForTheWrongOnes(nginx: DeliveredNginx): Promise<string | undefined> {
  const isFromCache = async (page: string, headers: Record<string, string> = {}) =>
    (await nginx.send("GET", page, { headers })).headers["x-cache"] === "HIT";
  await nginx.send("GET", "/about");
  mustWork(await isFromCache("/about"), "have a page of text kept by nginx");
  if (await isFromCache("/about", { Cookie: "cart=1" })) return "a page for nobody, given to one with a cart";
  for (const page of ["/cart", "/checkout", "/login", "/contact", "/api/auth/user"]) {
    await nginx.send("GET", page);
    if (await isFromCache(page)) return `${page}, kept for everybody`;
  }
  return undefined;
}

/** Tried together with the attacks that restart the shop, where nginx is installed. */
export const behindNginx: Attack = {
  finding: "L24",
  what: "headers that a stranger writes go through the delivered nginx to a shop that believes its proxy",
  async play(shop) {
    const settings = { PUBLIC_URL: `https://${DELIVERED_NAME}`, PAYMENTS: "sandbox" };
    mustWork(await shop.startWith(settings), "start a shop that is public");
    await shop.forgetAttempts();
    const nginx = await startDeliveredNginx(shop.dataDir, Number(new URL(shop.url).port));
    if (!nginx) {
      console.log("           (nginx is not on this machine: the delivered file was read, and not run)");
      return undefined;
    }
    try {
      mustWork((await nginx.send("GET", "/products")).status === 200, "see the shop through nginx");
      let isStopped = false;
      for (let time = 0; time < GUESSES && !isStopped; time += 1) {
        const address = `198.51.100.${time}`;
        const forged = { "X-Forwarded-For": address, Forwarded: `for=${address}`, "X-Real-IP": address };
        const json = { email: `a${time}@b.example`, password: "x" };
        const headers = { ...forged, "X-Client-Address": address };
        isStopped = (await nginx.send("POST", "/api/admin/login", { headers, json })).status === 429;
      }
      if (!isStopped) return `${GUESSES} guesses, each from an address of its own making`;
      const elsewhere = {
        Origin: "https://evil.example",
        "X-Forwarded-Host": "evil.example",
      };
      const form = { intent: "add", productId: "1", quantity: "1" };
      const written = await nginx.send("POST", "/cart", { headers: elsewhere, form });
      if (written.status !== 403) return `a write in another site's name: ${written.status}`;
      const own = { "X-From-This-Machine": "yes", "X-Forwarded-Host": "127.0.0.1" };
      for (const page of ["/metrics", "/dev/mail"]) {
        const { status } = await nginx.send("GET", page, { headers: own });
        if (status === 200) return page;
      }
      const named = await nginx.send("GET", "/login", { headers: { Host: "evil.example" } });
      if (named.status === 200) return "the shop under another name";
      return await keptForTheWrongOnes(nginx);
    } finally {
      await nginx.stop();
    }
  },
};

export const deliveryAttacks: readonly Attack[] = [scriptsOfPackages];
