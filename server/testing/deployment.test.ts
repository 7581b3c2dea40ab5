import { readFileSync } from "node:fs";
import path from "node:path";
import { parseYaml } from "@redocly/openapi-core";
import { expect, it } from "vitest";
import { z } from "zod";
import { projectFolder } from "#server/process/project-folder.ts";

/* What deploy/ promises anyone who puts the shop on a machine by it. Read, not run: there is no Docker here. */

const listSchema = z.array(z.string()).default([]);
const serviceSchema = z.object({
  image: z.string(),
  read_only: z.boolean().default(false),
  tmpfs: listSchema,
  cap_drop: listSchema,
  cap_add: listSchema,
  security_opt: listSchema,
  privileged: z.boolean().default(false),
  ports: listSchema,
  volumes: listSchema,
  user: z.string().optional(),
  environment: z.record(z.string(), z.string()).default({}),
});
const composeSchema = z.object({ services: z.record(z.string(), serviceSchema) });

type Services = z.output<typeof composeSchema>["services"];

const readDeployFile = (file: string) => readFileSync(path.join(projectFolder, "deploy", file), "utf8");

/** What of its variables lets anyone who reads them into something. */
const SECRET = /(PASSWORD|SECRET|_KEY|DATABASE_URL|SMTP_URL)$/;

/** What a container is given is what it needs; nothing is there that nobody counted. */
const secretsOf: Record<string, readonly string[]> = {
  database: ["POSTGRES_PASSWORD", "SHOP_PASSWORD"],
  backup: ["DATABASE_URL"],
  proxy: [],
  ...Object.fromEntries(
    ["web", "jobs"].map((name) => [
      name,
      [
        "DATABASE_URL",
        "COOKIE_SECRET",
        "STRIPE_SECRET_KEY",
        // Stripe's own name says so; every browser is told it.
        "STRIPE_PUBLISHABLE_KEY",
        "STRIPE_WEBHOOK_SECRET",
        "PAYPAL_CLIENT_SECRET",
        "SMTP_URL",
      ],
    ]),
  ),
};

/** What its image does as root before it becomes somebody else, or a port below 1024. */
const capabilitiesOf: Record<string, readonly string[]> = {
  database: ["CHOWN", "DAC_OVERRIDE", "FOWNER", "SETGID", "SETUID"],
  proxy: ["NET_BIND_SERVICE"],
};

/** PostgreSQL writes all over its own image's folders; the rest write where they are told to. */
const WRITES_ITS_IMAGE = ["database"];

/** What is wrong with the delivered configuration, each in a sentence; nothing while it holds. */
function weaknesses(): string[] {
  const { services } = composeSchema.parse(parseYaml(readDeployFile("compose.yml")));
  return [
    ...Object.entries(services).flatMap(([name, service]) => weakContainer(name, service)),
    ...weakRoles(services, readDeployFile("create-role.sh")),
    ...weakBackups(services),
    ...weakCaddy(readDeployFile("Caddyfile")),
    ...weakNginx(readDeployFile("nginx.conf")),
  ];
}

function weakContainer(name: string, service: Services[string]): string[] {
  const errors: string[] = [];
  const secrets = Object.keys(service.environment).filter((variable) => SECRET.test(variable));
  for (const secret of secrets.filter((secret) => !secretsOf[name]?.includes(secret))) {
    errors.push(`${name} is given ${secret}, which it does not need`);
  }
  if (!service.cap_drop.includes("ALL")) errors.push(`${name} keeps the capabilities of a container`);
  for (const capability of service.cap_add) {
    if (!capabilitiesOf[name]?.includes(capability)) errors.push(`${name} may ${capability}`);
  }
  if (!service.security_opt.includes("no-new-privileges:true")) {
    errors.push(`${name} may gain privileges by a setuid program`);
  }
  if (!service.read_only && !WRITES_ITS_IMAGE.includes(name)) errors.push(`${name} may write its own image`);
  if (service.privileged) errors.push(`${name} is privileged`);
  if (service.volumes.some((volume) => /docker\.sock|^\/(?!backups)/.test(volume))) {
    errors.push(`${name} sees the machine's own files`);
  }
  if (name !== "proxy" && service.ports.length > 0) errors.push(`${name} listens beside the proxy`);
  return errors;
}

/** A secret that may be empty was lost unnoticed. */
function isAskedFor(value = ""): boolean {
  return /\$\{\w+:\?/.test(value);
}

function weakRoles({ database, web }: Services, role: string): string[] {
  const errors: string[] = [];
  const owner = database?.environment ?? {};
  if (owner.POSTGRES_USER !== undefined && owner.POSTGRES_USER !== "postgres") {
    errors.push("the shop's role is the superuser that the image makes");
  }
  if (!isAskedFor(owner.POSTGRES_PASSWORD)) errors.push("the superuser's password may be empty");
  if (owner.POSTGRES_PASSWORD === owner.SHOP_PASSWORD) errors.push("superuser and shop share a password");
  const user = /^postgres:\/\/(\w+):/.exec(web?.environment.DATABASE_URL ?? "")?.[1];
  if (user === undefined || user === "postgres") errors.push("the shop is the database's superuser");
  if (!new RegExp(`create role ${user} login nosuperuser nocreatedb nocreaterole`).test(role)) {
    errors.push("the shop's role may do more than own its database");
  }
  if (!isAskedFor(web?.environment.COOKIE_SECRET)) errors.push("the signing secret may lie in the database");
  return errors;
}

function weakBackups({ backup }: Services): string[] {
  return isAskedFor(backup?.environment.BACKUP_RECIPIENT) ? [] : ["backups may be written in clear"];
}

function weakCaddy(text: string): string[] {
  const errors: string[] = [];
  if (!/^\s*header_up -Forwarded$/m.test(text)) errors.push("Caddy passes a stranger's Forwarded on");
  if (!/respond \/metrics 404/.test(text)) errors.push("Caddy shows the figures to everybody");
  if (/trusted_proxies/.test(text)) errors.push("Caddy believes a stranger's X-Forwarded-For");
  if (!/request_body \{\s*max_size 9MB\s*\}/.test(text)) errors.push("Caddy takes bodies of any length");
  if (/^\{\$SHOP_DOMAIN\} \{$/m.test(text) === false) errors.push("Caddy ends no TLS for the shop's domain");
  return errors;
}

/** Overwritten, so that nothing that a stranger wrote under these names reaches the shop, which believes its proxy. */
const NGINX_SETS = {
  Host: "$host",
  "X-Forwarded-For": "$remote_addr",
  "X-Forwarded-Proto": "$scheme",
  "X-Forwarded-Host": "$host",
  "X-Forwarded-Port": '""',
  Forwarded: '""',
};

function weakNginx(text: string): string[] {
  const errors: string[] = [];
  for (const [name, value] of Object.entries(NGINX_SETS)) {
    const set = new RegExp(`proxy_set_header ${name} (.+);`).exec(text)?.[1];
    if (set !== value) errors.push(`nginx passes ${name} on as ${set ?? "it came"}`);
  }
  const servers = text.split(/^server \{/m).slice(1);
  const plain = servers.find((server) => /listen 80;/.test(server)) ?? "";
  if (!/return 301 https:/.test(plain) || /proxy_pass/.test(plain))
    errors.push("nginx serves the shop without TLS");
  const secure = servers.find((server) => /ssl_certificate /.test(server)) ?? "";
  if (!/proxy_pass http:\/\/shop;/.test(secure)) errors.push("nginx has no server with TLS");
  if (!/ssl_reject_handshake on;/.test(text)) errors.push("nginx answers to any name");
  if (!/ssl_protocols TLSv1\.2 TLSv1\.3;/.test(secure)) errors.push("nginx speaks old versions of TLS");
  for (const limit of ["limit_conn per_address", "limit_req zone=", "client_max_body_size 9m"]) {
    if (!secure.includes(limit)) errors.push(`nginx has no ${limit}`);
  }
  if (!/location = \/metrics \{\s*return 404;/.test(secure))
    errors.push("nginx shows the figures to everybody");
  return errors;
}

it("gives neither containers nor their clients more than they need", () => {
  expect(weaknesses()).toEqual([]);
});

/**
 * Tags move: what is pulled tomorrow is not what was tried today. Their digests are learnt from the images' registry,
 * which could not be reached where this was written (docs/security.md); what can be held until then is that no image
 * is "latest" or of nobody's.
 */
it("starts from images of named makers and versions", () => {
  const images = [
    ...readFileSync("deploy/Dockerfile", "utf8").matchAll(/^FROM (\S+)/gm),
    ...readFileSync("deploy/compose.yml", "utf8").matchAll(/^\s+image: (\S+)/gm),
  ].map(([, image]) => image);
  const allowedImages = /^(node:24-bookworm-slim|postgres:18|caddy:2|oxbow-biochar)(@sha256:[\da-f]{64})?$/;
  expect(images.length).toBeGreaterThan(4);
  expect(images.filter((image) => !allowedImages.test(image ?? ""))).toEqual([]);
});
