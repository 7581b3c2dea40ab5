import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import path from "node:path";
import { freePort } from "#db/embedded/free-port.ts";

/** The proxy that spreads requests over the instances. */
export interface Front {
  kind: "nginx" | "a proxy of the run's own";
  url: string;
  stop(): Promise<void>;
}

/** nginx where it is installed, otherwise a small proxy that does the same. */
export async function startFront(folder: string, ports: readonly number[]): Promise<Front> {
  const port = await freePort();
  const program = ["/usr/sbin/nginx", "/usr/bin/nginx"].find((file) => existsSync(file));
  return program ? startNginx(program, folder, port, ports) : startProxy(port, ports);
}

async function startNginx(
  program: string,
  dataDir: string,
  port: number,
  ports: readonly number[],
): Promise<Front> {
  const folder = path.join(dataDir, "nginx");
  mkdirSync(folder);
  const file = path.join(folder, "nginx.conf");
  const tempPaths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const isRoot = process.getuid?.() === 0;
  writeFileSync(
    file,
    `${isRoot ? "user root;" : ""}
daemon off; pid ${folder}/nginx.pid; worker_processes 1;
events { worker_connections 1024; }
http {
  access_log off;
  ${tempPaths.map((name) => `${name}_temp_path ${folder}/${name};`).join(" ")}
  upstream shop {
    ${ports.map((one) => `server 127.0.0.1:${one} max_fails=1 fail_timeout=1s;`).join(" ")}
    keepalive 32;
  }
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 10m;
    location / {
      proxy_pass http://shop;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_next_upstream error timeout;
    }
  }
}
`,
  );
  const parameters = ["-p", folder, "-c", file, "-e", path.join(folder, "error.log")];
  const tested = spawnSync(program, [...parameters, "-t"], { encoding: "utf8" });
  if (tested.status !== 0) throw new Error(`nginx refuses its configuration: ${tested.stderr}`);
  const child = spawn(program, parameters, { stdio: "ignore" });
  return { kind: "nginx", url: `http://127.0.0.1:${port}`, stop: () => endOf(child) };
}

function endOf(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once("exit", () => resolve());
    child.kill("SIGTERM");
  });
}

/** In turns; a read whose instance does not respond goes to the next one. */
async function startProxy(port: number, ports: readonly number[]): Promise<Front> {
  let turn = 0;
  const forward = (request: IncomingMessage, response: ServerResponse, tries: number) => {
    turn += 1;
    const outgoing = http.request(
      {
        port: ports[turn % ports.length],
        method: request.method,
        path: request.url,
        headers: { ...request.headers, "x-forwarded-for": request.socket.remoteAddress ?? "" },
      },
      (upstream) => {
        response.writeHead(upstream.statusCode ?? 502, upstream.headers);
        upstream.pipe(response);
      },
    );
    outgoing.once("error", () => {
      if (response.headersSent) response.destroy();
      else if (request.method === "GET" && tries > 1) forward(request, response, tries - 1);
      else response.writeHead(502).end();
    });
    request.pipe(outgoing);
  };
  const server = http.createServer((request, response) => forward(request, response, ports.length));
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    kind: "a proxy of the run's own",
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
