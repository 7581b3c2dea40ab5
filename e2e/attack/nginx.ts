import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import https from "node:https";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "#db/embedded/connection-settings.ts";
import { projectFolder } from "#server/process/project-folder.ts";
import { Caller, type CallerResponse, type Sent } from "../support/caller.ts";
import { end } from "../support/web-process.ts";
import { type Attack, mustWork } from "./attacked-shop.ts";

/* What deploy/nginx.conf discloses. */

const GUESSES = 40;

/** What nginx serves to the wrong person: it may cache only pages for visitors without a cookie. */
async function cachedForTheWrongOnes(nginx: DeliveredNginx): Promise<string | undefined> {
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

/** Restarts the shop as a public one. */
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
      return await cachedForTheWrongOnes(nginx);
    } finally {
      await nginx.stop();
    }
  },
};

/** The name that deploy/nginx.conf gives the shop. */
const DELIVERED_NAME = "shop.example";

const START_LIMIT_MS = 5000;

interface DeliveredNginx {
  /** One request over TLS without cookies, to the shop's name unless the headers name another. */
  send(method: string, address: string, sent?: Sent): Promise<CallerResponse>;
  stop(): Promise<void>;
}

const program = ["/usr/sbin/nginx", "/usr/bin/nginx"].find((file) => existsSync(file));

/**
 * Runs deploy/nginx.conf as delivered in front of the shop, except for its ports and a new certificate; undefined
 * where nginx or openssl are not installed. @throws Error when nginx refuses the file
 */
async function startDeliveredNginx(dataDir: string, shopPort: number): Promise<DeliveredNginx | undefined> {
  if (!program) return undefined;
  const folder = path.join(dataDir, "nginx");
  mkdirSync(folder, { recursive: true });
  const [key, certificate] = [path.join(folder, "key.pem"), path.join(folder, "certificate.pem")];
  const subject = ["-subj", `/CN=${DELIVERED_NAME}`, "-days", "1", "-keyout", key, "-out", certificate];
  const made = spawnSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", ...subject]);
  if (made.status !== 0) return undefined;
  const [plainPort, securePort] = [await freePort(), await freePort()];
  const delivered = readFileSync(path.join(projectFolder, "deploy", "nginx.conf"), "utf8")
    .replaceAll("listen 80;", `listen 127.0.0.1:${plainPort};`)
    .replaceAll("listen 443 ", `listen 127.0.0.1:${securePort} `)
    .replaceAll(/server 127\.0\.0\.1:3\d+ /g, `server 127.0.0.1:${shopPort} `)
    // Two servers became one, named twice.
    .replace(/(server 127\.0\.0\.1:\d+ [^\n]+\n)\s*\1/, "$1")
    .replace("/var/cache/nginx/shop", path.join(folder, "pages"))
    .replace("/etc/ssl/shop/fullchain.pem", certificate)
    .replace("/etc/ssl/shop/privkey.pem", key);
  const file = path.join(folder, "nginx.conf");
  const tempPaths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const user = process.getuid?.() === 0 ? "user root;" : "";
  const temporary = tempPaths.map((name) => `${name}_temp_path ${folder}/${name};`).join(" ");
  writeFileSync(
    file,
    `${user} daemon off; pid ${folder}/nginx.pid; worker_processes 1;
events { worker_connections 1024; }
http { access_log off; ${temporary}
${delivered}
}
`,
  );
  const parameters = ["-p", folder, "-c", file, "-e", path.join(folder, "error.log")];
  const tested = spawnSync(program, [...parameters, "-t"], { encoding: "utf8" });
  if (tested.status !== 0) throw new Error(`nginx refuses deploy/nginx.conf: ${tested.stderr}`);
  const child = spawn(program, parameters, { stdio: "ignore" });
  // The certificate was made a moment ago, by ourselves.
  const agent = new https.Agent({ servername: DELIVERED_NAME, rejectUnauthorized: false });
  const caller = new Caller(`https://127.0.0.1:${securePort}`, null, agent);
  const nginx: DeliveredNginx = {
    send: (method, address, { headers, ...sent } = {}) =>
      caller.somebodyElse().send(method, address, { ...sent, headers: { Host: DELIVERED_NAME, ...headers } }),
    stop: async () => {
      await end(child);
    },
  };
  for (const limit = Date.now() + START_LIMIT_MS; Date.now() < limit; await wait(50)) {
    if ((await nginx.send("GET", "/healthz")).status === 200) return nginx;
  }
  await nginx.stop();
  throw new Error("nginx did not lead to the shop");
}
