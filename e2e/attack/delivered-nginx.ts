import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import https from "node:https";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "#db/embedded/free-port.ts";
import { projectFolder } from "#server/process/project-folder.ts";
import { Caller, type CallerResponse, type Sent } from "../support/caller.ts";
import { end } from "../support/web-process.ts";

/** The name that deploy/nginx.conf gives the shop. */
export const DELIVERED_NAME = "shop.example";

const START_LIMIT_MS = 5000;

export interface DeliveredNginx {
  /** One request over TLS without cookies, to the shop's name unless the headers name another. */
  send(method: string, address: string, sent?: Sent): Promise<CallerResponse>;
  stop(): Promise<void>;
}

const program = ["/usr/sbin/nginx", "/usr/bin/nginx"].find((file) => existsSync(file));

/**
 * Runs deploy/nginx.conf as delivered in front of the shop, except for its ports and a new certificate; undefined
 * where nginx or openssl are not installed. @throws Error when nginx refuses the file
 */
export async function startDeliveredNginx(
  dataDir: string,
  shopPort: number,
): Promise<DeliveredNginx | undefined> {
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
