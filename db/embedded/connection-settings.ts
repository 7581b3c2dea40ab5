import { randomBytes } from "node:crypto";
import { chownSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";

/** What is stored about one embedded database between starts. */
export interface ConnectionSettings {
  /** 0: none chosen yet. */
  port: number;
  /** Password of the superuser `postgres`, who creates databases. */
  adminPassword: string;
  /** Password of the role `shop`, who owns the shop's tables and nothing else. */
  password: string;
  /** The role and the database exist. */
  complete: boolean;
}

const FILE = "connection.json";

export function newSettings(): ConnectionSettings {
  const secret = () => randomBytes(24).toString("hex");
  return { port: 0, adminPassword: secret(), password: secret(), complete: false };
}

export function readSettings(folder: string): ConnectionSettings {
  return JSON.parse(readFileSync(path.join(folder, FILE), "utf8"));
}

/** Replaces the file in one step, readable by the folder's owner alone, even when root writes it. */
export function writeSettings(folder: string, settings: ConnectionSettings): void {
  const file = path.join(folder, FILE);
  writeFileSync(`${file}.new`, JSON.stringify(settings), { mode: 0o600 });
  const { uid, gid } = statSync(folder);
  chownSync(`${file}.new`, uid, gid);
  renameSync(`${file}.new`, file);
}

export function databaseUrl(settings: ConnectionSettings): string {
  return `postgres://shop:${settings.password}@127.0.0.1:${settings.port}/shop`;
}

export function adminUrl(settings: ConnectionSettings): string {
  return `postgres://postgres:${settings.adminPassword}@127.0.0.1:${settings.port}/postgres`;
}

/** A TCP port that nobody listens on now: `preferred` when that one is free, else any. */
export async function freePort(preferred = 0, host = "127.0.0.1"): Promise<number> {
  try {
    return await bindOnce(preferred, host);
  } catch (error) {
    if (preferred === 0) throw error;
    return bindOnce(0, host);
  }
}

/**
 * Binds and releases the port.
 * @throws the system's error, such as EADDRINUSE
 */
export function bindOnce(port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address();
      const bound = address !== null && typeof address === "object" ? address.port : port;
      server.close(() => resolve(bound));
    });
  });
}
